/** Requests about clubs. */

import { get, post } from "../../lib/api";
import type { ClubWanted, Role } from "./types";

export const fetchClubs = () => get("/api/clubs");
export const fetchClub = (id: string) => get("/api/clubs/{id}", { id });
export const createClub = (club: ClubWanted) => post("/api/clubs", club);
export const changeClub = (id: string, club: ClubWanted) => post("/api/clubs/{id}", club, { id });
export const fetchClubRanking = (id: string, game: string) => get("/api/clubs/{id}/ratings/{game}", { id, game });

export const joinClub = (id: string, name?: string) => post("/api/clubs/{id}/join", { name }, { id });
export const leaveClub = (id: string) => post("/api/clubs/{id}/leave", {}, { id });
export const closeClub = (id: string) => post("/api/clubs/{id}/close", {}, { id });
export const removeMember = (id: string, person: string) => post("/api/clubs/{id}/remove", { person }, { id });
export const setRole = (id: string, person: string, role: Role) => post("/api/clubs/{id}/role", { person, role }, { id });
export const handOver = (id: string, person: string) => post("/api/clubs/{id}/handover", { person }, { id });

export const fetchInvitation = (id: string) => get("/api/clubs/{id}/invitation", { id });
/** A new invitation in place of the old one, or none. */
export const renewInvitation = (id: string, active: boolean) => post("/api/clubs/{id}/invitation", { active }, { id });
export const lookAtClub = (token: string) => post("/api/join/club/look", { token });
export const joinByLink = (token: string, name?: string) => post("/api/join/club", { token, name });
