import type { Schemas } from "../../lib/types";

/** The chat of a table without the lines of muted seats. */
export type Chat = Schemas["Chat"];
/** A line of the chat: free text or a prepared phrase. */
export type Line = Chat["lines"][number];
