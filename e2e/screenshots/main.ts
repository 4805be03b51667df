import { join } from 'node:path';
import { chromium, type Browser } from 'playwright';
import { ensureBuilt } from '../bench/built-server';
import { startDemo } from '../bench/web/demo-server';
import type { Subject } from '../bench/web/subject';
import { chromiumPath } from '../browser.mjs';
import { isInteractive } from '../interactive';

const FOLDER = '.github/screenshots';
const SCREEN = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

/** The pictures of the README and what else shows the dashboard, by their files. */
const PICTURES = [
  { name: 'overview', path: '/', theme: 'light', window: SCREEN },
  { name: 'overview', path: '/', theme: 'dark', window: PHONE },
  { name: 'timeline', path: '/timeline', theme: 'light', window: SCREEN },
  { name: 'timeline', path: '/timeline', theme: 'dark', window: PHONE },
  { name: 'images', path: '/images', theme: 'light', window: SCREEN },
  { name: 'image', path: null, theme: 'light', window: SCREEN },
] as const;

/** Takes the pictures anew, of a demo that is loaded for them: its dates are those of today. */
async function main(): Promise<void> {
  await ensureBuilt();
  process.stderr.write('Loading the demo\n');
  const demo = await startDemo();
  try {
    const browser = await chromium.launch({
      executablePath: chromiumPath(),
      args: ['--no-sandbox'],
    });
    try {
      for (const picture of PICTURES) await take(browser, demo, picture);
    } finally {
      await browser.close();
    }
  } finally {
    await demo.stop();
  }
}

async function take(
  browser: Browser,
  demo: Subject,
  { name, path, theme, window }: (typeof PICTURES)[number],
): Promise<void> {
  const context = await browser.newContext({
    baseURL: demo.origin,
    viewport: window,
    colorScheme: theme,
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  });
  await demo.signIn(context);
  const page = await context.newPage();
  await page.goto(path ?? '/images');
  await page.waitForFunction(isInteractive);
  // What the demo says of itself is no part of the product.
  await page.getByRole('button', { name: 'Close the tour', exact: true }).click();
  if (path === null) {
    await page.locator('tbody [data-row-link]').first().click();
    await page.waitForURL(/\/images\/./);
  }
  await page.waitForLoadState('networkidle');
  const file = join(FOLDER, `${name}-${theme}-${String(window.width)}.png`);
  await page.screenshot({ path: file, animations: 'disabled' });
  process.stdout.write(`${file}\n`);
  await context.close();
}

await main();
