import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './test';

/** axe itself, as small as it comes: the builder would send 1.3 MB of it twice before each look. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Given to the builder instead, where the page holds axe already. */
const NOTHING = 'undefined';

/** No accessibility fault that axe can find, on a desktop in either theme, once the page holds what was asked for. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await faultsOfAxe(page)).toEqual([]);
}

/** Lists what axe finds wrong with a page, on a desktop in either theme, once the page holds what was asked for. */
export async function faultsOfAxe(page: Page): Promise<string[]> {
  // Content that is about to be replaced is dimmed, and lacks contrast for as long.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  // A toast may fade at any moment while axe looks, and then has no contrast. One that can be closed stays.
  const toasts = page.locator('[data-sonner-toast]:not(:has([data-close-button]))');
  // One that came up below the pointer stays for as long as the pointer rests there.
  if ((await toasts.count()) > 0) await page.mouse.move(0, 0);
  await expect(toasts).toHaveCount(0);
  // A page that is read anew is without its title for a moment.
  await expect(page).toHaveTitle(/./);
  const faults: string[] = [];
  const { width = DESKTOP_PX } = page.viewportSize() ?? {};
  // A phone lays pages out anew; it colours them as a desktop does, whose dark pages are looked at.
  for (const theme of width < DESKTOP_PX ? ['light'] : ['light', 'dark']) {
    await page.evaluate((name) => {
      document.documentElement.dataset['theme'] = name;
    }, theme);
    await colourChangesDone(page);
    const found = await faultsOf(
      page,
      theme === 'light' ? axeOf(page) : axeOf(page).withRules(COLOUR_RULES),
    );
    faults.push(...found.map((fault) => `${theme}: ${fault}`));
  }
  return faults;
}

/** Below it pages are those of phones and tablets. */
const DESKTOP_PX = 1024;

/** Lists what axe finds wrong with all of a page but its colours. */
export function faultsBesideColours(page: Page): Promise<string[]> {
  return faultsOf(page, axeOf(page).disableRules(COLOUR_RULES));
}

function axeOf(page: Page): AxeBuilder {
  // No page holds another in a frame: the mode without a helper page sees all of it. What passes is not told of, and
  // finding words for it takes half of the time.
  return new AxeBuilder({ page, axeSource: NOTHING })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] })
    .exclude(ROWS_BEYOND);
}

async function faultsOf(page: Page, axe: AxeBuilder): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const { violations } = await axe.analyze();
  return violations.map(({ id, help, nodes }) => {
    const where = nodes.map(({ html }) => html.slice(0, 200)).join('\n  ');
    return `${id}: ${help}\n  ${where}`;
  });
}

/** Rows of a list are drawn by one component; each that axe looks at costs as much as the first. */
const ROWS_BEYOND = 'tbody > tr:nth-child(n + 13)';

/** Rules that a theme decides: in all else the two are one page, which has been looked at once. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Colours fade when they change; half-way they have no contrast. What goes round for ever is not waited for. */
async function colourChangesDone(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(Number(effect?.getComputedTiming().endTime)))
      // What is folded away stands still, and would be waited for in vain.
      .filter(
        ({ effect }) =>
          !(effect instanceof KeyframeEffect) || (effect.target?.checkVisibility() ?? false),
      );
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/** The page itself never scrolls sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excess = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(excess).toBe(0);
}
