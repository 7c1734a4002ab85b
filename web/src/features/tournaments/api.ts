/** Requests about tournaments. */

import { get, post } from "../../lib/api";
import type { TournamentWish } from "./types";

/** Tournaments that concern the user; with a club, only its own. */
export const fetchTournaments = (club?: string) => get("/api/tournaments", undefined, club ? { club } : {});
export const fetchTournament = (id: string) => get("/api/tournaments/{id}", { id });
export const fetchLink = (id: string) => get("/api/tournaments/{id}/link", { id });
export const createTournament = (wish: TournamentWish) => post("/api/tournaments", wish);

export const enter = (id: string, name: string) => post("/api/tournaments/{id}/enter", { name: name || null }, { id });
export const withdraw = (id: string) => post("/api/tournaments/{id}/withdraw", {}, { id });

/** What only the organiser may do. */
export const start = (id: string) => post("/api/tournaments/{id}/start", {}, { id });
export const end = (id: string) => post("/api/tournaments/{id}/end", {}, { id });
export const reviewGames = (id: string) => post("/api/tournaments/{id}/reviews", {}, { id });
export const addBots = (id: string, bot: string, count: number) => post("/api/tournaments/{id}/bots", { bot, count }, { id });
export const remove = (id: string, entrant: number) => post("/api/tournaments/{id}/remove", { entrant }, { id });
export const setAbsent = (id: string, entrant: number) => post("/api/tournaments/{id}/absent", { entrant }, { id });
export const extend = (id: string, minutes: number) => post("/api/tournaments/{id}/extend", { minutes }, { id });
