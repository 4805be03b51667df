import { sql, type Selectable } from 'kysely';
import { NIL as NIL_UUID } from 'uuid';
import type { AccountNotice } from '@/domain/user/account';
import type { Transaction } from '@/server/platform/db/db';
import type { Tables } from '@/server/prisma-client/tables';

export interface FailedSignIn extends Pick<
  Selectable<Tables['signInFailure']>,
  /** `userId`: zeros when no account has what was typed. */
  'hour' | 'userId' | 'way' | 'network' | 'eventId'
> {
  /** In `hour`. */
  readonly at: Date;
  readonly remoteAddress: string;
  readonly requestId: string;
  /** Turned away by a limit, before anything was looked at. */
  readonly isLimited: boolean;
  /** Networks that are counted apart for one account in one hour; the others are counted together. */
  readonly maxNetworks: number;
  /** Counts from before are forgotten; what the trail says of them stays. */
  readonly forgetBefore: Date;
}

const FAILED = 'account.sign_in_failed';

/**
 * Counts a failure with those of the same account and network within the hour; the first of them is a row of the
 * trail. One statement in every case, so that its time tells nothing about the account. Plan:
 * sign_in_failure's primary key, three times by the front of it.
 */
export async function insertFailure(db: Transaction, failed: FailedSignIn): Promise<void> {
  const { hour, userId, network, eventId, at } = failed;
  const way = failed.isLimited ? `${failed.way}, limited` : failed.way;
  const action = failed.isLimited ? 'account.sign_in_limited' : FAILED;
  // A chain of three changes, each of which reads the result of the one before.
  await sql`
    WITH known AS (
      SELECT count(*) AS networks, coalesce(bool_or(network = ${network}), false) AS has
        FROM sign_in_failure WHERE hour = ${hour} AND user_id = ${userId} AND way = ${way}
    ), counted AS (
      INSERT INTO sign_in_failure AS f (hour, user_id, way, network, event_id, count, last_at)
      SELECT ${hour}::timestamptz, ${userId}::uuid, ${way},
             CASE WHEN has OR networks < ${failed.maxNetworks} THEN ${network} ELSE '' END,
             ${eventId}::uuid, 1, ${at}::timestamptz
        FROM known
      ON CONFLICT (hour, user_id, way, network)
      DO UPDATE SET count = f.count + 1, last_at = excluded.last_at
      RETURNING network, event_id
    ), forgotten AS (
      DELETE FROM sign_in_failure WHERE hour < ${failed.forgetBefore}
    )
    INSERT INTO installation_audit_event (id, at, actor_kind, actor_id, actor_name, remote_address, request_id,
                                          action, subject_kind, subject_id, detail)
    SELECT ${eventId}::uuid, ${at}::timestamptz, 'person', ${NIL_UUID}::uuid, 'Somebody unknown',
           CASE WHEN network = '' THEN '' ELSE ${failed.remoteAddress} END, ${failed.requestId},
           ${action}, 'user', ${userId}::uuid::text,
           jsonb_build_object('way', ${failed.way}::text)
             || CASE WHEN network = '' THEN '{"network": "others"}' ELSE '{}' END::jsonb
      FROM counted WHERE event_id = ${eventId}::uuid`.execute(db.sql);
}

/**
 * Finds a person's events in the installation's trail, newest first; of failures how many, as long as that is kept.
 * Plan: installation_audit_event (subject_id, at) in order, stopping after the limit, then sign_in_failure
 * (event_id).
 */
export function findTrailOf(db: Transaction, userId: string, limit: number) {
  return db.sql
    .selectFrom('installationAuditEvent as e')
    .leftJoin('signInFailure as f', (join) =>
      join.onRef('f.eventId', '=', 'e.id').on('e.action', '=', FAILED),
    )
    .select(['e.id', 'e.at', 'e.action', 'e.actorId', 'e.actorName', 'e.remoteAddress'])
    .select(['f.count', 'f.lastAt'])
    .where('e.subjectId', '=', userId)
    .where('e.subjectKind', '=', 'user')
    .orderBy('e.at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(limit)
    .execute();
}

export async function insertNotice(
  { prisma }: Transaction,
  userId: string,
  { id, notice, at }: { readonly id: string; readonly notice: AccountNotice; readonly at: Date },
): Promise<void> {
  const row = { id, userId, kind: notice.kind, detail: notice, createdAt: at };
  await prisma.accountNotice.createMany({ data: [row] });
}

/**
 * Finds a person's notices, oldest first; `detail` as {@link insertNotice} wrote it. Plan: account_notice
 * (user_id).
 */
export function findNotices({ prisma }: Transaction, userId: string) {
  return prisma.accountNotice.findMany({
    where: { userId },
    select: { id: true, detail: true, createdAt: true },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
}

/** Puts a notice away; false when the person has none with this id. Plan: primary key. */
export async function deleteNotice(
  { prisma }: Transaction,
  userId: string,
  id: string,
): Promise<boolean> {
  const { count } = await prisma.accountNotice.deleteMany({ where: { id, userId } });
  return count === 1;
}
