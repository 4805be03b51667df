import { NIL as NIL_UUID } from 'uuid';
import type { Transaction } from '@/server/db';

export interface FailedSignIn {
  readonly eventId: string;
  readonly at: Date;
  /** In which `at` is. */
  readonly hour: Date;
  /** Zeros: no account has what was typed. */
  readonly userId: string;
  readonly way: string;
  /** Turned away by a limit, with nothing looked at. */
  readonly isLimited: boolean;
  readonly network: string;
  readonly remoteAddress: string;
  readonly requestId: string;
  /** How many networks are counted apart for one account in one hour; the others are counted together. */
  readonly maxNetworks: number;
  /** Counts from before are forgotten; what the trail says of them stays. */
  readonly forgetBefore: Date;
}

const FAILED = 'account.sign_in_failed';

/**
 * Counts a failure with those of the same account and network within the hour; the first of them is a row of the
 * trail. One statement in every case, so that how long it takes tells nothing of the account. Plan:
 * sign_in_failure's primary key, three times by the front of it.
 */
export async function insertFailure(db: Transaction, failed: FailedSignIn): Promise<void> {
  await db.query(
    `WITH known AS (
       SELECT count(*) AS networks, coalesce(bool_or(network = $4), false) AS has
         FROM sign_in_failure WHERE hour = $1 AND user_id = $2 AND way = $3
     ), counted AS (
       INSERT INTO sign_in_failure AS f (hour, user_id, way, network, event_id, count, last_at)
       SELECT $1, $2::uuid, $3, CASE WHEN has OR networks < $7 THEN $4 ELSE '' END, $5::uuid, 1, $6 FROM known
       ON CONFLICT (hour, user_id, way, network)
       DO UPDATE SET count = f.count + 1, last_at = excluded.last_at
       RETURNING network, event_id
     ), forgotten AS (
       DELETE FROM sign_in_failure WHERE hour < $8
     )
     INSERT INTO installation_audit_event (id, at, actor_kind, actor_id, actor_name, remote_address, request_id,
                                           action, subject_kind, subject_id, detail)
     SELECT $5::uuid, $6, 'person', $11, 'Somebody unknown', CASE WHEN network = '' THEN '' ELSE $9 END, $10,
            $12, 'user', $2::uuid::text, jsonb_build_object('way', $13::text)
              || CASE WHEN network = '' THEN '{"network": "others"}' ELSE '{}' END::jsonb
       FROM counted WHERE event_id = $5::uuid`,
    [
      failed.hour,
      failed.userId,
      failed.isLimited ? `${failed.way}, limited` : failed.way,
      failed.network,
      failed.eventId,
      failed.at,
      failed.maxNetworks,
      failed.forgetBefore,
      failed.remoteAddress,
      failed.requestId,
      NIL_UUID,
      failed.isLimited ? 'account.sign_in_limited' : FAILED,
      failed.way,
    ],
  );
}

export interface TrailRow {
  readonly id: string;
  readonly at: Date;
  readonly action: string;
  readonly actorId: string;
  readonly actorName: string;
  readonly remoteAddress: string;
  readonly detail: unknown;
  /** Of failures: how many, as long as that is kept; null for everything else. */
  readonly count: number | null;
  readonly lastAt: Date | null;
}

/**
 * What the installation's trail says of a person, newest first. Plan: installation_audit_event (subject_id, at) in
 * order, stopping after the limit, then sign_in_failure (event_id).
 */
export function findTrailOf(db: Transaction, userId: string, limit: number): Promise<TrailRow[]> {
  return db.query<TrailRow>(
    `SELECT e.id, e.at, e.action, e.actor_id AS "actorId", e.actor_name AS "actorName",
            e.remote_address AS "remoteAddress", e.detail, f.count, f.last_at AS "lastAt"
       FROM installation_audit_event e LEFT JOIN sign_in_failure f ON f.event_id = e.id AND e.action = $3
      WHERE e.subject_id = $1 AND e.subject_kind = 'user'
      ORDER BY e.at DESC, e.id DESC LIMIT $2`,
    [userId, limit, FAILED],
  );
}
