import { defineConfig } from "vitest/config";

/** A running `jointly serve`, for `npm run dev`. */
const server = process.env["JOINTLY_SERVER"] ?? "http://127.0.0.1:8080";

export default defineConfig({
  build: {
    target: "es2022",
    // the policy of the server allows no data: address
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": server, "/openapi.yaml": server } },
  test: { include: ["test/**/*.test.ts"] },
});
