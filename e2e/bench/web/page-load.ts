import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContextOptions, Page, Request } from 'playwright';

/** Figures of the first visit to a page. */
export interface PageLoad {
  /** All scripts asked for until the page could be used, each gzipped as a server would. */
  readonly scriptBytes: number;
  readonly largestPaintMs: number;
  /** Cumulative layout shift. */
  readonly layoutShift: number;
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
    return {
      scriptBytes: await gzippedScripts(untilThen),
      ...(await paintsOf(page)),
      foreignRequests: requests.filter((request) => !isAt(request, origin)).length,
    };
  } finally {
    await fresh.close();
  }
}

/**
 * Inside the page: every control is React's, so that presses are answered. What runs there names no function, as
 * the loader would call a helper of its own to keep the name.
 */
function isInteractive(): boolean {
  const controls = [...document.querySelectorAll('button, a')];
  return (
    controls.length > 0 &&
    controls.every((element) => Object.keys(element).some((key) => key.startsWith('__reactProps$')))
  );
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
