import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContextOptions, Locator, Page, Request } from 'playwright';
import { isInteractive } from '../../interactive';

/** Figures of the first visit to a page. */
export interface PageLoad {
  /** All scripts asked for until the page could be used, each gzipped as a server would. */
  readonly scriptBytes: number;
  readonly largestPaintMs: number;
  /** Cumulative layout shift. */
  readonly layoutShift: number;
  /** Interaction to next paint, of the slowest of a few presses that change nothing. */
  readonly interactionMs: number;
  /** Requests to any other host. */
  readonly foreignRequests: number;
}

/** Visits a page with nothing cached. */
export async function loadPage(
  browser: Browser,
  context: BrowserContextOptions,
  path: string,
): Promise<PageLoad> {
  const fresh = await browser.newContext(context);
  try {
    const page = await fresh.newPage();
    const requests: Request[] = [];
    page.on('request', (request) => requests.push(request));
    await page.goto(path, { waitUntil: 'load' });
    await page.waitForFunction(isInteractive);
    const untilThen = [...requests];
    const { origin } = new URL(page.url());
    // What the page asks for by itself is painted too, and may push aside what is there.
    await page.waitForLoadState('networkidle');
    return {
      scriptBytes: await gzippedScripts(untilThen),
      ...(await paintsOf(page)),
      interactionMs: await slowestInteraction(page),
      foreignRequests: requests.filter((request) => !isAt(request, origin)).length,
    };
  } finally {
    await fresh.close();
  }
}

async function gzippedScripts(requests: readonly Request[]): Promise<number> {
  const scripts = requests.filter((request) => request.resourceType() === 'script');
  const sizes = await Promise.all(
    scripts.map(async (request) => {
      const body = await (await request.response())?.body();
      return body ? gzipSync(body).byteLength : 0;
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

function isAt(request: Request, origin: string): boolean {
  const { protocol, origin: own } = new URL(request.url());
  return own === origin || protocol === 'data:' || protocol === 'blob:';
}

interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
}

/** Reads the figures that the browser has noted until now. */
function paintsOf(page: Page): Promise<Pick<PageLoad, 'largestPaintMs' | 'layoutShift'>> {
  return page.evaluate(async () => {
    const [paints = [], noted = []] = await Promise.all(
      ['largest-contentful-paint', 'layout-shift'].map(
        (type) =>
          new Promise<PerformanceEntryList>((resolve) => {
            new PerformanceObserver((list) => resolve(list.getEntries())).observe({
              type,
              buffered: true,
            });
            // A kind of which there is no entry is never told.
            setTimeout(() => resolve([]), 500);
          }),
      ),
    );
    // The entries of this type are these, which TypeScript's DOM does not know yet.
    const shifts = noted as LayoutShift[];
    return {
      largestPaintMs: paints.at(-1)?.startTime ?? Number.NaN,
      layoutShift: shifts
        .filter(({ hadRecentInput }) => !hadRecentInput)
        .reduce((sum, { value }) => sum + value, 0),
    };
  });
}

/** Controls that open something or sort, and never store. */
const HARMLESS = [
  'main [aria-haspopup]:visible',
  'main th input[type=checkbox]:visible',
  'main th button:visible',
];
const PRESSES_EACH = 2;
/** Between two keys, at some 120 words a minute. */
const KEY_MS = 100;
/** Between two presses that each show something else: one is not charged for what another one still draws. */
const PAUSE_MS = 400;

/** Presses keys and controls as a reader would, and reads the slowest answer: 8 ms is the finest that is told. */
async function slowestInteraction(page: Page): Promise<number> {
  const durations = await page.evaluateHandle(() => {
    const found: number[] = [0];
    // TypeScript's DOM does not know the threshold, in milliseconds, of this type of entry.
    const options = { type: 'event', durationThreshold: 16 } as PerformanceObserverInit;
    new PerformanceObserver((list) => {
      found.push(
        ...list
          .getEntries()
          // What the page does under a pointer that lies still is an event as well, but nobody's press: those have an
          // id. Not a function with a name of its own: tsx marks those with a helper that the page does not have.
          .filter((entry) => 'interactionId' in entry && entry.interactionId !== 0)
          .map(({ duration }) => duration),
      );
    }).observe(options);
    return found;
  });
  await page.waitForTimeout(PAUSE_MS);
  await page.keyboard.press('Tab');
  await page.waitForTimeout(PAUSE_MS);
  const palette = page.getByRole('dialog');
  if ((await page.getByRole('button', { name: /^Search or run/ }).count()) > 0) {
    await page.keyboard.press('Control+k');
    await palette.waitFor();
    await page.waitForTimeout(PAUSE_MS);
    await page.keyboard.type('al', { delay: KEY_MS });
    await page.waitForTimeout(PAUSE_MS);
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });
    await page.waitForTimeout(PAUSE_MS);
  }
  for (const selector of HARMLESS) await pressEach(page, page.locator(selector));
  await searchList(page);
  // What came last is told after its frame.
  await page.waitForTimeout(200);
  const noted = await durations.jsonValue();
  return Math.max(...noted);
}

/** Types into the search above a list, which then shows what was found. */
async function searchList(page: Page): Promise<void> {
  const search = page.locator('main input[inputmode=search]:visible').first();
  if ((await search.count()) === 0) return;
  await search.pressSequentially('api', { delay: KEY_MS });
  await page.waitForLoadState('networkidle');
}

async function pressEach(page: Page, controls: Locator): Promise<void> {
  const count = Math.min(await controls.count(), PRESSES_EACH);
  for (let index = 0; index < count; index += 1) {
    await controls.nth(index).click();
    await page.waitForTimeout(PAUSE_MS);
    await page.keyboard.press('Escape');
    await page.waitForTimeout(PAUSE_MS);
  }
}
