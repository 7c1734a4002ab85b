/** The server's routes about people. */

import { ask, table } from "./api";
import type { Chat, DeviceLink, Line, Me, Profile, Ranked, Wishes } from "./types/people";

export const fetchMe = () => ask<Me>("/api/me");
export const postWishes = (wishes: Wishes) => ask<Me>("/api/me", wishes);

export const makeDeviceLink = () => ask<DeviceLink>("/api/me/link", {});
export const lookAtDeviceLink = (token: string) => ask<{ name: string | null }>("/api/device/look", { token });
export const useDeviceLink = (token: string, adopt: boolean) => ask<Me>("/api/device", { token, adopt });

export const makeAccount = (name: string, password: string) => ask<Me>("/api/account", { name, password });
export const enterAccount = (name: string, password: string, adopt: boolean) =>
  ask<Me>("/api/account/enter", { name, password, adopt });
export const leaveAccount = (everywhere: boolean) => ask<Me>("/api/account/leave", { everywhere });
export const changePassword = (old: string, wanted: string) =>
  ask<Me>("/api/account/password", { old, new: wanted });

export const fetchProfile = (person: string) => ask<Profile>(`/api/people/${encodeURIComponent(person)}`);
export const fetchRanking = (game: string) => ask<Ranked[]>(`/api/ratings/${encodeURIComponent(game)}`);

export const fetchChat = (id: string) => ask<Chat>(`${table(id)}/chat`);
export const sayText = (id: string, seat: number, text: string) => ask<Line>(`${table(id)}/chat`, { seat, text });
export const sayPhrase = (id: string, seat: number, phrase: string) => ask<Line>(`${table(id)}/chat`, { seat, phrase });
export const muteSeat = (id: string, seat: number, muted: boolean) =>
  ask<Chat>(`${table(id)}/chat/mute`, { seat, muted });
export const reportLine = (id: string, number: number, reason: string) =>
  ask<object>(`${table(id)}/chat/report`, { number, reason });
