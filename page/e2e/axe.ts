import axe from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const GRAVE = ["serious", "critical"];

/** No serious or critical violation of accessibility rules, in light and dark. */
export async function accessible(page: Page): Promise<void> {
  // as the browser's own tools do: the policy of the page lets no other script in
  await page.evaluate(axe.source);
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    const found = await page.evaluate(async () => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, { resultTypes: ["violations"] });
      return violations.map(({ id, impact, nodes }) => ({ id, impact, nodes: nodes.map((node) => node.html) }));
    });
    expect(found.filter(({ impact }) => GRAVE.includes(impact ?? "")), colorScheme).toEqual([]);
  }
}
