/** Requests about learning a game: its rules and its tutorial. */

import { get, post } from "../../lib/api";

export const fetchReference = (game: string, language: string) => get("/api/rules/{game}/{language}", { game, language });

export const fetchTutorial = (game: string, language: string) => get("/api/tutorials/{game}/{language}", { game, language });
export const beginTutorial = (game: string, name?: string) => post("/api/tutorials/{game}", { name }, { game });
export const postStep = (id: string, step: number) => post("/api/tables/{id}/tutorial", { step }, { id });
