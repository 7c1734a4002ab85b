/** Requests about campaigns. */

import { get, post } from "../../lib/api";

export const fetchCampaign = (game: string) => get("/api/campaigns/{game}", { game });
export const fetchCampaignTexts = (game: string, language: string) => get("/api/campaigns/{game}/texts/{language}", { game, language });
export const beginCampaignStep = (game: string, step: string, name?: string) => post("/api/campaigns/{game}/{step}", { name }, { game, step });
