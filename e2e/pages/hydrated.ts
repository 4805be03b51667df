import type { Page } from '@playwright/test';

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
    await hydrated(page);
    return response;
  };
  page.reload = async (...args) => {
    const response = await reload(...args);
    await hydrated(page);
    return response;
  };
  return page;
}

/** Waits until each control is React's. A page without scripts of the application, such as a provider's, has none. */
async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(
    () => {
      if (!document.querySelector('script[src*="/_next/"]')) return true;
      const controls = [...document.querySelectorAll('button, input, select, textarea')];
      return controls.every((control) =>
        Object.keys(control).some((key) => key.startsWith('__reactFiber$')),
      );
    },
    undefined,
    { timeout: WAIT_MS },
  );
}
