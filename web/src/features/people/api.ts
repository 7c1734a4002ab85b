/** Requests about people: the current user, accounts, profiles and ratings. */

import { get, post } from "../../lib/api";
import type { ProfileChange } from "./types";

export const fetchMe = () => get("/api/me");
export const changeMe = (change: ProfileChange) => post("/api/me", change);

export const createDeviceLink = () => post("/api/me/link", {});
export const fetchDeviceLink = (token: string) => post("/api/device/look", { token });
export const acceptDeviceLink = (token: string, adopt: boolean) => post("/api/device", { token, adopt });

export const createAccount = (name: string, password: string) => post("/api/account", { name, password });
export const signIn = (name: string, password: string, adopt: boolean) =>
  post("/api/account/enter", { name, password, adopt });
export const signOut = (everywhere: boolean) => post("/api/account/leave", { everywhere });
export const changePassword = (old: string, wanted: string) => post("/api/account/password", { old, new: wanted });
export const deleteMe = (password: string) => post("/api/me/delete", { password });

export const fetchProfile = (person: string) => get("/api/people/{person}", { person });
export const fetchRanking = (game: string) => get("/api/ratings/{game}", { game });
