import { DAY_MS } from '@/domain/eol/calendar';
import type { AttemptDeps } from '@/server/catalog/service/attempt';
import {
  findDocumentMadeAt,
  lastRevisions,
  type RevisionRow,
} from '@/server/catalog/service/facts';

/** Prints where the catalog comes from and how fresh it is. */
export async function showStatus(
  { db, catalog, clock }: Pick<AttemptDeps, 'db' | 'catalog' | 'clock'>,
  say: (line: string) => void,
): Promise<void> {
  await catalog.refresh();
  const { revision, products } = catalog.current();
  const cycles = products.reduce((sum, product) => sum + product.cycles.length, 0);
  const now = clock.now();
  const { running, last, lastRead, lastShipped, current } = await lastRevisions(db, now);
  const madeAt = lastRead && (await findDocumentMadeAt(db, now));
  say(
    `Revision ${String(revision)}: ${products.length.toLocaleString('en')} products, ${cycles.toLocaleString('en')} release cycles`,
  );
  if (current) say(`Changed ${whenText(current, now)}, from ${current.source}`);
  if (lastShipped) say(`What is shipped was loaded ${whenText(lastShipped, now)}`);
  say(
    lastRead
      ? `Last looked at ${whenText(lastRead, now)}, at ${lastRead.source}`
      : 'Nothing was read from a source yet',
  );
  if (madeAt) say(`The document there was made ${agoText(madeAt, now)}`);
  if (last) say(`Last update: ${outcomeText(last)}`);
  if (running)
    say(`Running since ${running.startedAt.toISOString()}: ${running.detail.step ?? ''}`);
}

function whenText({ finishedAt, startedAt }: RevisionRow, now: Date): string {
  return agoText(finishedAt ?? startedAt, now);
}

function agoText(at: Date, now: Date): string {
  const days = Math.floor((now.getTime() - at.getTime()) / DAY_MS);
  return `${at.toISOString()} (${days === 0 ? 'less than a day' : `${String(days)} days`} ago)`;
}

function outcomeText({ outcome, source, detail }: RevisionRow): string {
  const why = detail.message === undefined ? '' : `: ${detail.message}`;
  return `${(outcome ?? 'running').replace('_', ' ')}, from ${source}${why}`;
}
