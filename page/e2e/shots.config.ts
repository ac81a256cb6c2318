import { defineConfig } from "vitest/config";

/** Pictures of the page instead of tests. */
export default defineConfig({
  root: new URL("..", import.meta.url).pathname,
  test: { include: ["e2e/shots.ts"], testTimeout: 180_000, hookTimeout: 60_000, fileParallelism: false },
});
