import type { Schemas } from "../../lib/types";

/** A step of a campaign as the user stands to it. */
export type CampaignStep = Schemas["CampaignStepShown"];
/** What a step says. */
export type CampaignText = Schemas["CampaignText"];
/** The step that is played at a table, and what has become of it. */
export type CampaignShown = Schemas["CampaignShown"];
