import type { AttemptDeps } from '@/server/catalog/service/attempt';
import { lastRevisions, type RevisionRow } from '@/server/catalog/service/facts';

const DAY_MS = 86_400_000;

/** Prints where the catalogue comes from and how fresh it is. */
export async function showStatus(
  { db, catalog, clock }: AttemptDeps,
  say: (line: string) => void,
): Promise<void> {
  await catalog.refresh();
  const { revision, products } = catalog.current();
  const cycles = products.reduce((sum, product) => sum + product.cycles.length, 0);
  const { running, last, lastSuccess, current } = await lastRevisions(db);
  say(
    `Revision ${String(revision)}: ${products.length.toLocaleString('en')} products, ${cycles.toLocaleString('en')} release cycles`,
  );
  if (current) say(`Changed ${whenText(current, clock.now())}, from ${current.source}`);
  if (lastSuccess) say(`Last looked at ${whenText(lastSuccess, clock.now())}`);
  if (last) say(`Last update: ${outcomeText(last)}`);
  if (running)
    say(`Running since ${running.startedAt.toISOString()}: ${running.detail.step ?? ''}`);
}

function whenText({ finishedAt, startedAt }: RevisionRow, now: Date): string {
  const at = finishedAt ?? startedAt;
  const days = Math.floor((now.getTime() - at.getTime()) / DAY_MS);
  return `${at.toISOString()} (${days === 0 ? 'less than a day' : `${String(days)} days`} ago)`;
}

function outcomeText({ outcome, source, detail }: RevisionRow): string {
  const why = detail.message === undefined ? '' : `: ${detail.message}`;
  return `${(outcome ?? 'running').replace('_', ' ')}, from ${source}${why}`;
}
