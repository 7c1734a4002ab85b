/// <reference types="vitest/config" />
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [svelte()],
  resolve: process.env["VITEST"] ? { conditions: ["browser"] } : {},
  build: {
    outDir: "../src/guanxi/server/static",
    emptyOutDir: true,
    // The content security policy allows no data: fonts or pictures.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // On a busy machine every build would warn that it took long.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  server: { proxy: { "/api": "http://127.0.0.1:8642" } },
  // A busy machine is no reason to fail.
  test: { environment: "happy-dom", include: ["tests/**/*.test.ts"], testTimeout: 120_000, hookTimeout: 120_000 },
});
