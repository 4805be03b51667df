import { existsSync } from 'node:fs';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startMailServer } from '@/test/mail-server';
import { hearInterruption, INTERRUPTED, type Interruption } from '../load/interruption';
import { TIMES } from './choice';
import { type Job, type JobName, JOBS } from './job';
import { backup } from './jobs/backup';
import { catalog } from './jobs/catalog';
import { daily, prepareDaily } from './jobs/daily';
import { exporting } from './jobs/export';
import { importing } from './jobs/import';
import { migration, prepareOld } from './jobs/migration';
import { outbox } from './jobs/outbox';
import { prepareImages, rematch } from './jobs/rematch';
import { uploads } from './jobs/uploads';
import { prepareReceivers } from './receivers';
import type { Round } from './rounds';
import { isCounted, isWell, lineOf, summaryOf } from './telling';
import { Trial } from './trial';
import { Installation } from './world';

/**
 * `npm run test:kills -- [--times N] [--seed S] [--only JOB] [--out FOLDER]`: kills (SIGKILL) the program that does a job,
 * its database, or both, at a moment of the job that the seed chooses; starts what was killed again, and looks: nothing
 * that was acknowledged is lost, nothing is half done, every queue drains. It kills processes of its own alone. A strike that
 * hits nothing is done again at another moment. Every round is in `rounds.json` in the folder as soon as it is over, and
 * Ctrl-C ends the trial after the round that is under way.
 */
function given() {
  const { values } = parseArgs({
    options: {
      times: { type: 'string', default: String(TIMES) },
      seed: { type: 'string', default: '1' },
      only: { type: 'string' },
      out: { type: 'string', default: 'test-results/kills' },
    },
  });
  const [times, seed] = [Number(values.times), Number(values.seed)];
  if (!Number.isSafeInteger(times) || !Number.isSafeInteger(seed))
    throw new Error('What is given is no whole number');
  const names = JOBS.filter((name) => values.only === undefined || name === values.only);
  if (names.length === 0)
    throw new Error(`There is no job ${values.only ?? ''}: ${JOBS.join(', ')}`);
  return { times, seed, names, out: values.out };
}
type Given = ReturnType<typeof given>;

const say = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<number> {
  const options = given();
  if (!existsSync('dist/server/listener/main.js')) throw new Error('Run `npm run build` first');
  const interruption = hearInterruption('it ends after the round that is under way');
  const rounds: Round[] = [];
  await keep(options.out, rounds);
  await tried(options, interruption, rounds);
  const lines = [
    ...(interruption.isAsked ? [`Interrupted before the ${String(options.times)} rounds`] : []),
    ...summaryOf(rounds),
  ];
  for (const line of lines) say(line);
  await writeFile(join(options.out, 'summary.txt'), `${lines.join('\n')}\n`);
  if (rounds.some(({ faults }) => faults.length > 0)) return 1;
  if (interruption.isAsked) return INTERRUPTED;
  return isWell(rounds) ? 0 : 1;
}

/** Makes rounds, as long as nobody wants it to end, and removes all that it has started. */
async function tried(
  { times, seed, names, out }: Given,
  interruption: Interruption,
  rounds: Round[],
): Promise<void> {
  const undo: (() => Promise<unknown>)[] = [];
  try {
    const mails = await startMailServer();
    undo.push(() => mails.close());
    const installation = await Installation.in(mails.url);
    undo.push(() => installation.remove());
    const old = await prepareOld();
    undo.push(() => old.remove());
    await installation.ready();
    const receivers = await prepareReceivers(installation, mails);
    undo.push(() => receivers.close());
    await prepareImages(installation);
    await prepareDaily(installation);
    const every: Readonly<Record<JobName, Job>> = {
      ...{ uploads, outbox: outbox(receivers), 're-match': rematch, import: importing },
      ...{ export: exporting, backup, catalog, migration: migration(old, mails.url) },
      'daily work': daily(receivers),
    };
    const jobs = names.map((name) => every[name]);
    const trial = new Trial({
      ...{ installation, jobs, seed, say, isInterrupted: () => interruption.isAsked },
      keepLog: (of, number) =>
        copyFile(of.process.logFile, join(out, `server-${String(number)}.log`)),
    });
    await trial.measureJobs();
    for (let number = 1; number <= times && !interruption.isAsked; number += 1) {
      const round = await trial.round(number);
      say(lineOf(round));
      // One that was given up for the interruption is none that hit nothing at any moment.
      if (interruption.isAsked && !isCounted(round)) break;
      rounds.push(round);
      await keep(out, rounds);
    }
  } finally {
    const left: unknown[] = [];
    // One that cannot be undone keeps no other from being.
    for (const one of undo.reverse()) await one().catch((error: unknown) => left.push(error));
    if (left.length > 0) say(`Not cleaned up: ${left.map(String).join('; ')}`);
  }
}

async function keep(out: string, rounds: readonly Round[]): Promise<void> {
  await mkdir(out, { recursive: true });
  await writeFile(join(out, 'rounds.json'), `${JSON.stringify(rounds, null, 2)}\n`);
}

process.exitCode = await main();
