import { parseArgs } from 'node:util';
import { chromium, type Browser } from 'playwright';
import { DEMO_PASSWORD } from '@/cli/demo/settings';
import { people } from '../../../prisma/seed/organization/people';
import { chromiumPath } from '../../browser.mjs';
import { SignInPage } from '../../pages/sign-in-page';
import { ensureBuilt } from '../built-server';
import { machineFacts } from '../machine';
import { atMost, inMs, median, type Line } from '../runner';
import { tableOf } from '../table';
import { startDemo } from './demo-server';
import { loadPage, type PageLoad } from './page-load';
import { pagesOf } from './pages';

/** Flags that a Chromium needs on a machine without a screen, and that keep it from calling home. */
const BROWSER_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const VISITS = '5';
const BYTES_PER_KB = 1_000;
const AIMS = {
  scriptKb: 240,
  largestPaintMs: 1_000,
  layoutShift: 0.1,
  interactionMs: 100,
  foreignRequests: 0,
};

const VIEWPORT = { width: 1440, height: 900 };

interface Measured {
  readonly path: string;
  readonly visits: readonly PageLoad[];
}

/**
 * Visits every page of the built demo and prints what the first visit costs; `--visits 1` for a quick look. Never
 * fails for a figure.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { visits: { type: 'string', default: VISITS } } });
  const machine = machineFacts();
  await ensureBuilt();
  process.stderr.write(`${machine}\nLoading the demo\n`);
  const demo = await startDemo();
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: BROWSER_ARGS });
  try {
    const measured = await visitAll(browser, demo.origin, Number(values.visits));
    process.stdout.write(`${machine}\n\n${tableOf(sectionsOf(measured))}\n`);
  } finally {
    await browser.close();
    await demo.stop();
  }
}

async function visitAll(browser: Browser, baseURL: string, count: number): Promise<Measured[]> {
  const context = await browser.newContext({ baseURL, viewport: VIEWPORT });
  const page = await context.newPage();
  await page.goto('/sign-in');
  await new SignInPage(page).signIn(people[0].email, DEMO_PASSWORD);
  await page.waitForURL('/');
  const paths = await pagesOf(page);
  const signedIn = { baseURL, viewport: VIEWPORT, storageState: await context.storageState() };
  const signedOut = { baseURL, viewport: VIEWPORT };
  await context.close();
  const measured: Measured[] = [];
  for (const path of paths) {
    process.stderr.write(`Visiting ${path}\n`);
    const visits: PageLoad[] = [];
    // The first visit warms up the server.
    for (let visit = -1; visit < count; visit += 1) {
      const load = await loadPage(browser, path === '/sign-in' ? signedOut : signedIn, path);
      if (visit >= 0) visits.push(load);
    }
    measured.push({ path, visits });
  }
  return measured;
}

function sectionsOf(pages: readonly Measured[]): { name: string; lines: Line[] }[] {
  const linesOf = (
    key: keyof PageLoad,
    inUnit: (value: number) => string,
    aim: (value: number) => Line['aim'],
  ) =>
    pages.map(({ path, visits }) => {
      const value = median(visits.map((visit) => visit[key]));
      return { what: path, measured: inUnit(value), aim: aim(value) };
    });
  return [
    {
      name: 'Scripts until the page can be used, gzipped',
      lines: linesOf(
        'scriptBytes',
        (bytes) => `${(bytes / BYTES_PER_KB).toFixed(1)} kB`,
        (bytes) => atMost(bytes / BYTES_PER_KB, AIMS.scriptKb, ' kB'),
      ),
    },
    {
      name: 'Largest contentful paint',
      lines: linesOf('largestPaintMs', inMs, (ms) => atMost(ms, AIMS.largestPaintMs, ' ms')),
    },
    {
      name: 'Cumulative layout shift',
      lines: linesOf(
        'layoutShift',
        (shift) => shift.toFixed(3),
        (shift) => atMost(shift, AIMS.layoutShift, ''),
      ),
    },
    {
      name: 'Interaction to next paint: the slowest press of a key or a control',
      lines: linesOf('interactionMs', inMs, (ms) => atMost(ms, AIMS.interactionMs, ' ms')),
    },
    {
      name: 'Requests to other hosts',
      lines: linesOf('foreignRequests', String, (count) => atMost(count, AIMS.foreignRequests, '')),
    },
  ];
}

await main();
