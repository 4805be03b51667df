import type { Page } from '@playwright/test';

/** The least that the cell which names a row may be squeezed to. */
const LEAST_NAME_PX = 96;

/**
 * Lists what does not fit the window at the page's present width: a page or a list that scrolls sideways, a date that
 * is cut, a name that its row has no room for.
 */
async function misfitsOf(page: Page): Promise<string[]> {
  return page.evaluate((leastNamePx) => {
    const told: string[] = [];
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) {
      told.push(`the page is ${String(scrollWidth - clientWidth)} px wider than the window`);
    }
    const shown = (element: Element) => element.checkVisibility({ visibilityProperty: true });
    const textOf = (element: Element) => element.textContent.trim().slice(0, 60);

    for (const table of document.querySelectorAll('main table[data-print="table"]')) {
      const frame = table.parentElement;
      if (frame && frame.scrollWidth > frame.clientWidth + 1) {
        told.push(`the list ${table.getAttribute('aria-label') ?? ''} scrolls sideways`);
      }
      for (const name of table.querySelectorAll('th[role="rowheader"]')) {
        if (shown(name) && name.clientWidth < leastNamePx) {
          told.push(`${textOf(name)} has ${String(name.clientWidth)} px for its name`);
        }
      }
    }

    for (const time of document.querySelectorAll('main time')) {
      const { left, right } = time.getBoundingClientRect();
      for (let box = time.parentElement; box !== null; box = box.parentElement) {
        const { overflowX } = getComputedStyle(box);
        // What scrolls can be read whole; a list that does is told above.
        if (overflowX === 'auto' || overflowX === 'scroll') break;
        if (overflowX !== 'hidden' && overflowX !== 'clip') continue;
        const edge = box.getBoundingClientRect();
        const isCut = left < edge.left - 1 || right > edge.right + 1;
        if (isCut && shown(time)) told.push(`the date in ${textOf(time)} is cut`);
        break;
      }
    }
    return [...new Set(told)];
  }, LEAST_NAME_PX);
}

/** Tries, and the pause between two, until a page has drawn anew what it draws by the window's size: charts, for one. */
const TRIES = 20;
const PAUSE_MS = 250;

/** Lists what does not fit, once the page has drawn itself anew for a window of another size. */
export async function misfitsAfterResize(page: Page): Promise<string[]> {
  for (let left = TRIES; left > 1; left -= 1) {
    const told = await misfitsOf(page);
    if (told.length === 0) return told;
    await page.waitForTimeout(PAUSE_MS);
  }
  return misfitsOf(page);
}
