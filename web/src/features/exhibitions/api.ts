/** Requests about exhibitions. */

import { get, post } from "../../lib/api";
import type { ExhibitionWish } from "./types";

export const fetchExhibitions = () => get("/api/exhibitions");
export const fetchExhibition = (id: string) => get("/api/exhibitions/{id}", { id });
export const createExhibition = (wish: ExhibitionWish) => post("/api/exhibitions", wish);
