import { defineConfig } from "vitest/config";

export default defineConfig({
  root: new URL("..", import.meta.url).pathname,
  test: { include: ["e2e/**/*.e2e.ts"], testTimeout: 120_000, hookTimeout: 60_000, fileParallelism: false },
});
