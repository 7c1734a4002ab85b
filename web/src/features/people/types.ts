import type { Schemas } from "../../lib/types";

/** The user of this browser. */
export type Me = Schemas["Me"];
/** Changes of the user's name and appearance; missing fields stay as they are, null means no preference. */
export type ProfileChange = Schemas["Wishes"];
/** A link, also as a QR code, that makes another browser the same user. */
export type DeviceLink = Schemas["DeviceLink"];
/** To be read as "rating ± uncertainty". */
export type Rating = Omit<Schemas["Rated"], "game">;
/** A person with a profile, or a bot with a name. */
export type Ranked = Schemas["Ranked"];
/** A finished game of a person, who sat in `seat`. */
export type Finished = Schemas["Finished"];
export type Profile = Schemas["Profile"];
