import { parseArgs } from 'node:util';
import { chromium, type Browser } from 'playwright';
import { chromiumPath } from '../../browser.mjs';
import { ensureBuilt } from '../built-server';
import { machineFacts } from '../machine';
import { atMost, inMs, median, type Line } from '../runner';
import { described, readArguments } from '../sizes';
import { tableOf } from '../table';
import { startDemo } from './demo-server';
import { startFleet } from './fleet-server';
import { loadPage, type PageLoad } from './page-load';
import type { Subject } from './subject';

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
  scriptKb: 290,
  formScriptKb: 340,
  largestPaintMs: 1_000,
  layoutShift: 0.02,
  interactionMs: 100,
  foreignRequests: 0,
};

/** Pages that are forms or hold one, and the timeline, which draws: what only they need comes along. */
const WITH_FORM =
  /^\/(check|timeline|(policies|waivers|contracts|teams|projects|images|settings)\/.)/;

const VIEWPORT = { width: 1440, height: 900 };

interface Measured {
  readonly path: string;
  readonly visits: readonly PageLoad[];
}

interface Choice {
  /** Null: the demo. */
  readonly images: string | null;
  readonly visits: number;
  /** Pages with this in their address alone. */
  readonly only: string;
}

function readChoice(): Choice {
  const { values } = parseArgs({
    options: {
      visits: { type: 'string', default: VISITS },
      images: { type: 'string' },
      only: { type: 'string', default: '' },
    },
  });
  return { images: values.images ?? null, visits: Number(values.visits), only: values.only };
}

/**
 * Visits every page of the built demo, or with `--images 10000` those of a fleet of as many images, and prints what the
 * first visit costs. `--visits 1` and `--only timeline` for a quick look. Never fails for a figure.
 */
async function main(): Promise<void> {
  const choice = readChoice();
  const machine = machineFacts();
  await ensureBuilt();
  const sizes = choice.images === null ? null : readArguments([`--images=${choice.images}`]).sizes;
  const what = sizes ? described(sizes) : 'the demo';
  process.stderr.write(`${machine}\nLoading ${what}\n`);
  const subject = await (sizes ? startFleet(sizes) : startDemo());
  try {
    const browser = await chromium.launch({ executablePath: chromiumPath(), args: BROWSER_ARGS });
    try {
      const measured = await visitAll(browser, subject, choice);
      process.stdout.write(`${machine}\n${what}\n\n${tableOf(sectionsOf(measured))}\n`);
    } finally {
      await browser.close();
    }
  } finally {
    await subject.stop();
  }
}

async function visitAll(
  browser: Browser,
  subject: Subject,
  { visits: count, only }: Choice,
): Promise<Measured[]> {
  const signedOut = { baseURL: subject.origin, viewport: VIEWPORT };
  const context = await browser.newContext(signedOut);
  await subject.signIn(context);
  const paths = await subject.pathsOf(await context.newPage());
  const signedIn = { ...signedOut, storageState: await context.storageState() };
  await context.close();
  const measured: Measured[] = [];
  for (const path of paths.filter((one) => one.includes(only))) {
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
    aim: (value: number, path: string) => Line['aim'],
  ) =>
    pages.map(({ path, visits }) => {
      const value = median(visits.map((visit) => visit[key]));
      return { what: path, measured: inUnit(value), aim: aim(value, path) };
    });
  return [
    {
      name: 'Scripts until the page can be used, gzipped',
      lines: linesOf(
        'scriptBytes',
        (bytes) => `${(bytes / BYTES_PER_KB).toFixed(1)} kB`,
        (bytes, path) => {
          const mostKb = WITH_FORM.test(path) ? AIMS.formScriptKb : AIMS.scriptKb;
          return atMost(bytes / BYTES_PER_KB, mostKb, ' kB');
        },
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
