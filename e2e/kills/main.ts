import { existsSync } from 'node:fs';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startMailServer } from '@/test/mail-server';
import { randomOf } from '../fuzz/requests/sample';
import { choiceOf } from './choice';
import type { Job } from './job';
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
import { kill, measure, type Round } from './rounds';
import { Installation } from './world';

/**
 * `npm run test:kills -- [--times N] [--seed S] [--only JOB] [--out FOLDER]`: kills (SIGKILL) the program that does a job,
 * its database, or both, at a moment of the job that the seed chooses; starts what was killed again, and looks: nothing
 * that was acknowledged is lost, nothing is half done, every queue drains. It kills processes of its own alone.
 */
function given() {
  const { values } = parseArgs({
    options: {
      times: { type: 'string', default: '500' },
      seed: { type: 'string', default: '1' },
      only: { type: 'string' },
      out: { type: 'string', default: 'test-results/kills' },
    },
  });
  const [times, seed] = [Number(values.times), Number(values.seed)];
  if (!Number.isSafeInteger(times) || !Number.isSafeInteger(seed))
    throw new Error('What is given is no whole number');
  return { times, seed, only: values.only, out: values.out };
}

const say = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<number> {
  const { times, seed, only, out } = given();
  if (!existsSync('dist/server/listener/main.js')) throw new Error('Run `npm run build` first');
  const mails = await startMailServer();
  const installation = await Installation.in(mails.url);
  const old = await prepareOld();
  const rounds: Round[] = [];
  let stopReceivers = () => Promise.resolve();
  try {
    await installation.ready();
    const receivers = await prepareReceivers(installation, mails);
    stopReceivers = () => receivers.close();
    await prepareImages(installation);
    await prepareDaily(installation);
    const all = [
      ...[uploads, outbox(receivers), rematch, importing, exporting, backup, catalog],
      ...[migration(old, mails.url), daily(receivers)],
    ];
    const jobs = all.filter(({ name }) => only === undefined || name === only);
    if (jobs.length === 0)
      throw new Error(`There is no job ${only ?? ''}: ${all.map(({ name }) => name).join(', ')}`);
    const lasting = await measured(installation, jobs, seed);
    for (let number = 1; number <= times; number += 1) {
      const { job: at, ...choice } = choiceOf(number, jobs.length);
      const job = jobs[at];
      if (!job) continue;
      const own = (await job.installation?.()) ?? installation;
      const lastsMs = lasting.get(job) ?? 0;
      const random = randomOf(seed, number);
      try {
        const plan = { number, job, lastsMs, random, ...choice };
        const round = await kill(own, plan).catch((error: unknown) => failedRound(plan, error));
        rounds.push(round);
        tell(round);
        if (round.faults.length > 0) await keepLog(own, out, number);
      } finally {
        if (own !== installation) await own.remove();
      }
    }
  } finally {
    await stopReceivers();
    await installation.remove();
    await old.remove();
    await mails.close();
  }
  return summary(rounds, out);
}

async function measured(installation: Installation, jobs: readonly Job[], seed: number) {
  const lasting = new Map<Job, number>();
  for (const job of jobs) {
    const own = (await job.installation?.()) ?? installation;
    try {
      const lastsMs = await measure(own, job, randomOf(seed, 0));
      lasting.set(job, lastsMs);
      say(`${job.name}: takes ${lastsMs.toFixed(0)} ms when nothing is killed`);
    } finally {
      if (own !== installation) await own.remove();
    }
  }
  return lasting;
}

function failedRound({ number, job, victim }: Parameters<typeof kill>[1], error: unknown): Round {
  const fault = error instanceof Error ? error.message : String(error);
  return { number, job: job.name, victim, afterMs: 0, isInTheMiddle: true, faults: [fault] };
}

function tell({ number, job, victim, afterMs, isInTheMiddle, faults }: Round): void {
  const when = `${isInTheMiddle ? 'in the middle of' : 'after'} ${job}, at ${String(afterMs)} ms`;
  say(
    `${String(number)}: ${victim} killed ${when}: ${faults.length === 0 ? 'well' : faults.join('; ')}`,
  );
}

async function keepLog(installation: Installation, out: string, number: number): Promise<void> {
  await mkdir(out, { recursive: true });
  await copyFile(installation.process.logFile, join(out, `server-${String(number)}.log`));
}

async function summary(rounds: readonly Round[], out: string): Promise<number> {
  await mkdir(out, { recursive: true });
  await writeFile(join(out, 'rounds.json'), `${JSON.stringify(rounds, null, 2)}\n`);
  for (const job of new Set(rounds.map((round) => round.job))) {
    const of = rounds.filter((round) => round.job === job);
    const middle = of.filter(({ isInTheMiddle }) => isInTheMiddle).length;
    const faulty = of.filter(({ faults }) => faults.length > 0).length;
    say(
      `${job}: ${String(of.length)} kills, ${String(middle)} in the middle, ${String(faulty)} with faults`,
    );
  }
  const isWell = rounds.every(({ faults }) => faults.length === 0);
  say(
    `${String(rounds.length)} kills: ${isWell ? 'nothing lost, nothing half done, every queue empty' : 'FAULTS'}`,
  );
  return isWell ? 0 : 1;
}

process.exitCode = await main();
