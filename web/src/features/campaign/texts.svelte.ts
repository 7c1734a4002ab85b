/** The texts of a campaign in the user's language; empty until they have come. */

import { i18n } from "../../lib/i18n.svelte";
import { fetchCampaignTexts } from "./api";
import type { CampaignText } from "./types";

const RETRY = 3000; // milliseconds

export class CampaignTexts {
  steps: Readonly<Record<string, CampaignText>> = $state.raw({});

  /** To be called while a component is created: the texts follow the language. */
  constructor(game: () => string) {
    $effect(() => {
      const [name, language] = [game(), i18n.language];
      let timer: ReturnType<typeof setTimeout> | undefined;
      const load = (): void => {
        fetchCampaignTexts(name, language).then(({ steps }) => (this.steps = steps), () => (timer = setTimeout(load, RETRY)));
      };
      load();
      return () => clearTimeout(timer);
    });
  }
}
