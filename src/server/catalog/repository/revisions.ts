import { type InferResult, sql } from 'kysely';
import type { RevisionIdentity } from '@/domain/catalog/view';
import type { PageRequest } from '@/domain/pagination';
import { beyondClocks } from '@/server/platform/clock';
import type { Transaction } from '@/server/platform/db/db';
import { findPage } from '@/server/platform/db/page-rows';
import { CATALOG_CHANNEL } from './channel';
import type { Outcome, RevisionDetail, Trigger } from '../service/attempt';

export type RevisionRow = InferResult<ReturnType<typeof revisions>>[number];

/** Selects attempts, without an order. */
function revisions(db: Transaction) {
  return db.sql
    .selectFrom('catalogRevision')
    .select(['id', 'number', 'source', 'trigger', 'actorName', 'startedAt', 'finishedAt'])
    .select(['outcome', 'detail']);
}

/** What began before the clock was set back, in a time to come, is older than all else. */
const newestFirst = (db: Transaction, now: Date) =>
  revisions(db)
    .orderBy(({ eb, ref }) => eb(ref('startedAt'), '>', beyondClocks(now)))
    .orderBy('startedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1);

export interface NewRevision {
  readonly id: string;
  readonly source: string;
  readonly trigger: Trigger;
  readonly actorName: string | null;
  readonly startedAt: Date;
}

export async function insertRevision(
  db: Transaction,
  { id, source, trigger, actorName, startedAt }: NewRevision,
): Promise<void> {
  const data = { id, source, trigger, actorName, startedAt, detail: {} };
  await db.prisma.catalogRevision.createMany({ data });
}

/** Notes the step of an attempt that runs. */
export async function noteStep(db: Transaction, id: string, detail: RevisionDetail): Promise<void> {
  await db.sql
    .updateTable('catalogRevision')
    .set({ detail })
    .where('id', '=', id)
    .where('outcome', 'is', null)
    .execute();
}

export interface FinishedRevision {
  readonly outcome: Outcome;
  readonly detail: RevisionDetail;
  readonly finishedAt: Date;
  readonly contentSha256: Buffer | null;
  readonly etag: string | null;
}

/** Ends an attempt; one that changed the catalog gets the next number, and the catalog must be locked. */
export async function finishRevision(
  db: Transaction,
  id: string,
  { outcome, detail, finishedAt, contentSha256, etag }: FinishedRevision,
): Promise<void> {
  await db.sql
    .updateTable('catalogRevision')
    .set({ outcome, detail, finishedAt, contentSha256, etag })
    .set(({ selectFrom }) => ({
      number:
        outcome === 'imported'
          ? selectFrom('catalogRevision').select(
              sql<number>`coalesce(max(number), 0) + 1`.as('next'),
            )
          : null,
    }))
    .where('id', '=', id)
    .execute();
}

/**
 * Ends attempts that began before `before` and never ended: their process is gone. So is that of one which began in a time
 * to come: nothing is known of how long ago that was.
 */
export async function endInterrupted(db: Transaction, before: Date, at: Date): Promise<void> {
  const isGone = { OR: [{ startedAt: { lt: before } }, { startedAt: { gt: beyondClocks(at) } }] };
  await db.prisma.catalogRevision.updateMany({
    where: { outcome: null, ...isGone },
    data: { outcome: 'failed', finishedAt: at, detail: { message: 'It was interrupted' } },
  });
}

/** Tells whether an attempt at any address runs, no matter who asked for it. */
export async function isAttemptRunning(tx: Transaction): Promise<boolean> {
  const running = { where: { outcome: null }, select: { id: true } };
  return (await tx.prisma.catalogRevision.findFirst(running)) !== null;
}

/** Finds the last change of the catalog. Plan: the last entry of catalog_revision_number_key. */
export async function findRevision(db: Transaction): Promise<RevisionIdentity> {
  const last = await db.sql
    .selectFrom('catalogRevision')
    .select(['number', 'id'])
    .where('number', 'is not', null)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { revision: last?.number ?? 0, revisionId: last?.id ?? null };
}

/** Reads a page of attempts, newest first, then by id. Plan: catalog_revision_started_at_idx. */
export function revisionPage(db: Transaction, page: PageRequest) {
  return findPage(db, revisions(db), sql`started_at DESC, id DESC`, page);
}

const KNOWN: Outcome[] = ['imported', 'unchanged'];
const SUCCESSES: Outcome[] = ['imported', 'unchanged', 'not_modified'];
const SHIPPED = 'starter';

/**
 * Finds the running attempt, the last that ended, the last that read a source with success, the first and the last that
 * loaded what is shipped, and the one that made today's catalog. What is shipped comes with the service: it says nothing of
 * a source, and leaves alone what was read from one. Plan: a sort of some hundred attempts a year.
 */
export async function lastRevisions(db: Transaction, now: Date) {
  const succeeded = () => newestFirst(db, now).where('outcome', 'in', SUCCESSES);
  const shipped = succeeded().where('source', '=', SHIPPED);
  const [running, last, lastRead, firstShipped, lastShipped, current] = await Promise.all([
    newestFirst(db, now).where('outcome', 'is', null).executeTakeFirst(),
    newestFirst(db, now).where('outcome', 'is not', null).executeTakeFirst(),
    succeeded()
      .where('source', '!=', SHIPPED)
      // Of what was read in a time to come, before the clock was set back, nobody knows how old it is.
      .where('startedAt', '<=', beyondClocks(now))
      .executeTakeFirst(),
    shipped.clearOrderBy().orderBy('startedAt').orderBy('id').executeTakeFirst(),
    shipped.executeTakeFirst(),
    revisions(db)
      .where('number', 'is not', null)
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst(),
  ]);
  const orNull = (row: RevisionRow | undefined) => row ?? null;
  return {
    running: orNull(running),
    last: orNull(last),
    lastRead: orNull(lastRead),
    firstShipped: orNull(firstShipped),
    lastShipped: orNull(lastShipped),
    current: orNull(current),
  };
}

const FAILURES: Outcome[] = ['failed', 'refused'];
const UPDATES: Trigger[] = ['schedule', 'request'];

/**
 * Finds when the first update that failed since a source was last read began; null: the last one went well. A file that
 * somebody could not import is no update, nor is what a clock dated which was ahead.
 */
export async function findFailingSince(
  db: Transaction,
  lastReadAt: Date | null,
  now: Date,
): Promise<Date | null> {
  const first = await db.prisma.catalogRevision.findFirst({
    where: {
      outcome: { in: FAILURES },
      trigger: { in: UPDATES },
      startedAt: { ...(lastReadAt && { gt: lastReadAt }), lte: beyondClocks(now) },
    },
    orderBy: { startedAt: 'asc' },
    select: { startedAt: true },
  });
  return first?.startedAt ?? null;
}

/**
 * Finds when the document that was last read from a source was made, as it says itself; null: it does not, or none was read.
 * Plan: a sort of some hundred attempts a year.
 */
export async function findDocumentMadeAt(db: Transaction, now: Date): Promise<Date | null> {
  const last = await newestFirst(db, now)
    .where('source', '!=', SHIPPED)
    .where('outcome', 'in', KNOWN)
    .executeTakeFirst();
  return last?.detail.madeAt === undefined ? null : new Date(last.detail.madeAt);
}

/**
 * Finds the last attempt at a source, and counts those that have failed or been refused since one that was neither. Those
 * that began in a time to come, before the clock was set back, put nothing off: they are as if they had not been. Plan:
 * catalog_revision_started_at_idx; an installation keeps some hundred attempts a year.
 */
export async function findSourceHistory(tx: Transaction, source: string, now: Date) {
  const until = beyondClocks(now);
  const row = await tx.sql
    .selectFrom('catalogRevision')
    .select(['id', 'startedAt'])
    .select(({ selectFrom }) =>
      selectFrom('catalogRevision as f')
        .select(({ fn }) => fn.countAll<number>().as('failures'))
        .where('f.source', '=', source)
        .where('f.outcome', 'in', FAILURES)
        .where('f.startedAt', '<=', until)
        .where(({ not, exists, selectFrom: from }) =>
          not(
            exists(
              from('catalogRevision as s')
                .where('s.source', '=', source)
                .where('s.outcome', 'not in', FAILURES)
                .where('s.startedAt', '<=', until)
                .whereRef('s.startedAt', '>=', 'f.startedAt'),
            ),
          ),
        )
        .$asScalar()
        .$notNull()
        .as('failures'),
    )
    .where('source', '=', source)
    .where('startedAt', '<=', until)
    .orderBy('startedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return { last: null, failures: 0 };
  const { id, startedAt, failures } = row;
  return { last: { id, startedAt }, failures };
}

const LAST_KNOWN = {
  orderBy: [{ startedAt: 'desc' as const }, { id: 'desc' as const }],
  select: { source: true, etag: true, contentSha256: true },
};

/**
 * Finds the ETag of the document at `source`, while the catalog's last import is that document: after an import of
 * another one it has to be fetched again.
 */
export async function findKnownEtag(db: Transaction, source: string): Promise<string | null> {
  const where = { source: { not: SHIPPED }, outcome: { in: KNOWN } };
  const last = await db.prisma.catalogRevision.findFirst({ where, ...LAST_KNOWN });
  return last?.source === source ? last.etag : null;
}

/** Finds the SHA-256 of the document that was last read from a source; null when none was. */
export async function findKnownDigest(db: Transaction, source: string): Promise<Uint8Array | null> {
  const where = { source, outcome: { in: KNOWN } };
  const last = await db.prisma.catalogRevision.findFirst({ where, ...LAST_KNOWN });
  return last?.contentSha256 ?? null;
}

/**
 * Reads a page of changed dates, newest first, then by id; those of one product when its slug is given.
 *
 * Plan: catalog_date_change_changed_at_id_idx in order; of one product, what it leaves of some thousand rows.
 */
export function dateChangePage(db: Transaction, productSlug: string | null, page: PageRequest) {
  const matching = db.sql
    .selectFrom('catalogDateChange')
    .select(['id', 'productSlug', 'product', 'cycle', 'kind', 'level', 'changedAt'])
    .select(['oldEndsOn', 'oldEnded', 'newEndsOn', 'newEnded'])
    .$if(productSlug !== null, (all) => all.where('productSlug', '=', productSlug));
  return findPage(db, matching, sql`changed_at DESC, id`, page);
}

/**
 * Finds the dates of some products that changed at a moment or after it, newest first, and counts all of them.
 *
 * Plan: catalog_date_change_changed_at_id_idx back to that moment, some thousand rows a year.
 */
export async function findDateChanges(
  db: Transaction,
  {
    slugs,
    since,
    most,
  }: { readonly slugs: readonly string[]; readonly since: Date; readonly most: number },
) {
  const rows = await db.sql
    .selectFrom('catalogDateChange')
    .select(['product', 'cycle', 'level', 'changedAt'])
    .select(['oldEndsOn', 'oldEnded', 'newEndsOn', 'newEnded'])
    .select(sql<number>`count(*) OVER ()::int`.as('total'))
    .where('changedAt', '>=', since)
    .where(({ eb, fn, val }) => eb('productSlug', '=', fn.any(val([...slugs]))))
    .orderBy('changedAt', 'desc')
    .orderBy('id')
    .limit(most)
    .execute();
  return { changes: rows, total: rows[0]?.total ?? 0 };
}

/** Tells every process, once the transaction is committed, that the catalog has changed. */
export async function announceCatalog(tx: Transaction): Promise<void> {
  await sql`SELECT pg_notify(${CATALOG_CHANNEL}, ${'catalog'})`.execute(tx.sql);
}
