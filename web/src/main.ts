import { mount } from "svelte";
// Global styles come first: those of the components refine them.
import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/forms.css";
import App from "./App.svelte";
import { reloadWhenReachable } from "./features/offline/shell";
import { loadTexts } from "./games";
import { i18n, preferredLanguage } from "./lib/i18n.svelte";
import { applyTheme, preferences } from "./lib/preferences.svelte";
import { router } from "./lib/router.svelte";

applyTheme(preferences.theme);
router.start();
i18n.loadBoardTexts = loadTexts;
if (!(await i18n.use(preferredLanguage()))) reloadWhenReachable();
mount(App, { target: document.getElementById("app")! });
