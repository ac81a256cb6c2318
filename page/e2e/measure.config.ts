import { defineConfig } from "vitest/config";

/** Figures of the page instead of tests. */
export default defineConfig({
  root: new URL("..", import.meta.url).pathname,
  test: { include: ["e2e/measure.ts"], testTimeout: 1_800_000, hookTimeout: 60_000, fileParallelism: false },
});
