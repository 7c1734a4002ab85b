/** Requests about boards. */
import { get, post } from "../../lib/api";
import type { Schemas } from "../../lib/types";
import type { File } from "./schema";

export type BoardKind = Schemas["BoardKind"];
export type Findings = Schemas["Findings"];
export type StoredBoard = Schemas["StoredBoard"];

export const fetchKinds = () => get("/api/boards");
export const fetchBoard = (id: string) => get("/api/boards/{id}", { id });
export const checkBoard = (file: File) => post("/api/boards/check", { file });
export const storeBoard = (file: File) => post("/api/boards", { file });
