import type { Page } from '@playwright/test';
import { isInteractive } from '../interactive';

/** A bound for a machine whose processors are shared with others. */
const WAIT_MS = 120_000;

/**
 * Has `goto` and `reload` wait until React has taken over what the server sent. A control is there before that and
 * takes no click yet: a test that presses it on a slow machine would be about the machine.
 */
export function waitForHydration(page: Page): Page {
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (...args) => {
    const response = await goto(...args);
    await untilInteractive(page);
    return response;
  };
  page.reload = async (...args) => {
    const response = await reload(...args);
    await untilInteractive(page);
    return response;
  };
  return page;
}

/** Waits until React has taken over a page that was not opened by `goto`: what a form led to. */
export async function untilInteractive(page: Page): Promise<void> {
  await page.waitForFunction(isInteractive, undefined, { timeout: WAIT_MS });
}
