/** Requests about notices that it is a player's turn. */

import { get, post } from "../../lib/api";
import type { NewChannel } from "./types";

export const fetchNotices = () => get("/api/notices");
export const addChannel = (channel: NewChannel) => post("/api/notices", channel);
export const removeChannel = (channel: string) => post("/api/notices/remove", { channel });
