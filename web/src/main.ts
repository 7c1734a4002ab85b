import { mount } from "svelte";
import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";
import App from "./App.svelte";
import { kept, showTheme } from "./lib/kept.svelte";
import { router } from "./lib/router.svelte";
import { preferredLanguage, words } from "./lib/words.svelte";

showTheme(kept.theme);
router.start();
await words.use(preferredLanguage());
mount(App, { target: document.getElementById("app")! });
