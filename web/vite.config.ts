/// <reference types="vitest/config" />
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

/** Beside each script and style sheet, the same compressed: better than a server could do it for each request. */
const compressed: Plugin = {
  name: "compressed",
  apply: "build",
  writeBundle({ dir }, bundle) {
    for (const part of Object.values(bundle).filter(({ fileName }) => /^assets\/.*\.(js|css)$/.test(fileName)))
      writeFileSync(join(dir!, `${part.fileName}.br`), brotliCompressSync(part.type === "chunk" ? part.code : part.source));
  },
};

export default defineConfig({
  plugins: [svelte(), compressed],
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
