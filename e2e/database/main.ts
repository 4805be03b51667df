import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { NotRunnable, pgBouncerThatKeepsStatements, postgresPrograms, program } from './programs';

/** How this command ends when it could not do all that it is for: neither passed nor failed. */
const NOT_RUN = 3;

/** What is tried, in vitest's words, and what has to be installed for it. */
const TRIALS = [
  {
    title: 'Behind a PgBouncer that pools transactions',
    project: 'pooled',
    look: () => [program('pgbouncer')],
  },
  {
    title: 'Behind a PgBouncer that pools transactions and keeps prepared statements',
    project: 'prepared',
    look: () => [pgBouncerThatKeepsStatements()],
  },
  {
    title: 'While the primary fails',
    project: 'failover',
    look: () => [postgresPrograms(), program('haproxy'), program('pgbouncer')],
  },
  {
    title: 'With replicas that lists are read from',
    project: 'replica',
    look: () => [postgresPrograms(), program('pgbouncer')],
  },
  {
    title: 'With lists from a replica that is late',
    project: 'replicated',
    look: () => [process.execPath],
  },
];

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Whether it passed; null: it could not be run, for a reason that is said. */
function run({ title, project, look }: (typeof TRIALS)[number], args: readonly string[]) {
  try {
    say(`\n== ${title}: ${look().join(', ')}`);
  } catch (error) {
    if (!(error instanceof NotRunnable)) throw error;
    say(`\n== ${title}: NOT RUN: ${error.message}`);
    return null;
  }
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', project, ...args];
  return spawnSync(process.execPath, vitest, { stdio: 'inherit' }).status === 0;
}

function main(): number {
  if (!existsSync('dist/server/listener/main.js')) {
    say('Against poolers and failing servers: NOT RUN: there is no build (npm run build)');
    return NOT_RUN;
  }
  const results = TRIALS.map((trial) => run(trial, process.argv.slice(2)));
  if (results.includes(false)) return 1;
  return results.includes(null) ? NOT_RUN : 0;
}

process.exitCode = main();
