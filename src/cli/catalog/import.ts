import { ENDED_UNDATED, STATE_CLAUSES } from '@/domain/eol/words';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import type { DateChange } from '@/domain/catalog/diff';
import {
  type Attempt,
  type AttemptDeps,
  type AttemptReport,
  runAttempt,
} from '@/server/catalog/service/attempt';
import { CatalogFetchError } from '@/server/catalog/service/fetch-document';
import { readDocument } from '@/server/catalog/service/read-document';
import type { Step } from '@/server/catalog/service/attempt';
import { insertRevision } from '@/server/catalog/service/facts';
import { pathOf } from '../files';

const MAX_SHOWN_CHANGES = 50;

const STEP_TEXTS: Readonly<Record<Step, string>> = {
  fetching: 'Opening the file…',
  reading: 'Reading the products…',
  writing: 'Writing what is new…',
  'updating findings': 'Bringing findings up to date…',
};

const count = (value: number) => value.toLocaleString('en');

/**
 * Imports a document from a file.
 * @param file relative to where the command was called from
 * @param say prints a line
 * @returns the status that the process ends with: 0, also when nothing had to be changed
 */
export async function importFile(
  deps: AttemptDeps,
  file: string,
  accepts: Pick<Attempt, 'acceptsLosses' | 'acceptsOlder'>,
  say: (line: string) => void,
): Promise<number> {
  const path = pathOf(file);
  const revisionId = uuidv7();
  const startedAt = deps.clock.now();
  const revision = { source: basename(path), trigger: 'command', actorName: null } as const;
  await insertRevision(deps.db, { id: revisionId, startedAt, ...revision });
  const report = await runAttempt(deps, {
    revisionId,
    source: 'import',
    parse: readDocument,
    ...accepts,
    onStep: (step) => say(STEP_TEXTS[step]),
    fetch: async () => ({ bytes: await open(path), etag: null }),
  });
  const seconds = (deps.clock.now().getTime() - startedAt.getTime()) / 1000;
  for (const line of linesOf(report, seconds)) say(line);
  return report.message === null ? 0 : 1;
}

async function open(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error';
    throw new CatalogFetchError(`${path} cannot be read: ${code}`, { cause });
  }
}

function linesOf({ outcome, message, summary, dateChanges }: AttemptReport, seconds: number) {
  if (!summary) return [`Nothing was changed. ${message ?? ''}`];
  const { products, cycles, added, changed, removed, softwareCycles } = summary;
  const found = `${count(products)} products, ${count(cycles)} release cycles`;
  if (outcome === 'unchanged') return [`Nothing to change: the catalog has these ${found}.`];
  return [
    `Imported in ${seconds.toFixed(1)} s: ${found}.`,
    `Products: ${count(added)} added, ${count(changed)} changed, ${count(removed)} removed.`,
    `Release cycles in organizations that follow: ${count(softwareCycles)}.`,
    `End dates that changed: ${count(dateChanges.length)}${dateChanges.length > 0 ? ':' : '.'}`,
    ...dateChanges.slice(0, MAX_SHOWN_CHANGES).map(lineOf),
    ...(dateChanges.length > MAX_SHOWN_CHANGES
      ? [`  and ${count(dateChanges.length - MAX_SHOWN_CHANGES)} more`]
      : []),
  ];
}

const LEVEL_TEXTS: Readonly<Record<DateChange['level'], string>> = {
  ACTIVE_SUPPORT: 'active support',
  STANDARD_SUPPORT: 'standard support',
  EXTENDED_SUPPORT: 'extended support',
};

function lineOf(change: DateChange): string {
  const from = endText(change.oldEndsOn, change.oldEnded);
  const to = endText(change.newEndsOn, change.newEnded);
  return `  ${change.product} ${change.cycle}, ${LEVEL_TEXTS[change.level]}: ${from} → ${to}`;
}

function endText(endsOn: string | null, ended: boolean): string {
  return endsOn ?? (ended ? ENDED_UNDATED.toLowerCase() : STATE_CLAUSES.unknown);
}
