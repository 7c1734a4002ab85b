/** Requests about what games say about their players, openings and feats. */

import { get } from "../../lib/api";

export const fetchInsights = () => get("/api/me/insights");
export const fetchFeats = (person: string) => get("/api/people/{person}/feats", { person });
export const fetchOpening = (game: string, line: string) => get("/api/openings/{game}", { game }, { line: line || undefined });
