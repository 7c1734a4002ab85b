/** The server's routes about people. */

import { get, post } from "./api";
import type { Wishes } from "./types/people";

export const fetchMe = () => get("/api/me");
export const postWishes = (wishes: Wishes) => post("/api/me", wishes);

export const makeDeviceLink = () => post("/api/me/link", {});
export const lookAtDeviceLink = (token: string) => post("/api/device/look", { token });
export const useDeviceLink = (token: string, adopt: boolean) => post("/api/device", { token, adopt });

export const makeAccount = (name: string, password: string) => post("/api/account", { name, password });
export const enterAccount = (name: string, password: string, adopt: boolean) =>
  post("/api/account/enter", { name, password, adopt });
export const leaveAccount = (everywhere: boolean) => post("/api/account/leave", { everywhere });
export const changePassword = (old: string, wanted: string) => post("/api/account/password", { old, new: wanted });

export const fetchProfile = (person: string) => get("/api/people/{person}", { person });
export const fetchRanking = (game: string) => get("/api/ratings/{game}", { game });

export const fetchChat = (id: string) => get("/api/tables/{id}/chat", { id });
export const sayText = (id: string, seat: number, text: string) => post("/api/tables/{id}/chat", { seat, text }, { id });
export const sayPhrase = (id: string, seat: number, phrase: string) => post("/api/tables/{id}/chat", { seat, phrase }, { id });
export const muteSeat = (id: string, seat: number, muted: boolean) =>
  post("/api/tables/{id}/chat/mute", { seat, muted }, { id });
export const reportLine = (id: string, number: number, reason: string) =>
  post("/api/tables/{id}/chat/report", { number, reason }, { id });
