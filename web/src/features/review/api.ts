import { get, post } from "../../lib/api";

export const fetchReview = (id: string) => get("/api/tables/{id}/review", { id });
export const stopReview = (id: string) => post("/api/tables/{id}/review/stop", {}, { id });
export const postReview = (id: string) => post("/api/tables/{id}/review", {}, { id });
