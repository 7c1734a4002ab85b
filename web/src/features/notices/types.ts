import type { Schemas } from "../../lib/types";

/** A way to notify a player: push, e-mail or webhook. */
export type Channel = Schemas["ChannelShown"];
export type ChannelKind = Channel["kind"];
export type Notices = Schemas["Notices"];
export type NewChannel = Schemas["ChannelWanted"];
