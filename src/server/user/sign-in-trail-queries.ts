import type { Transaction } from '@/server/db';

export interface FailureKey {
  readonly hour: Date;
  /** Zeros: no account has what was typed. */
  readonly userId: string;
  readonly way: string;
  /** "": one of those beyond `maxNetworks`. */
  readonly network: string;
}

export interface CountedFailure extends FailureKey {
  readonly eventId: string;
  readonly at: Date;
  /** How many networks are counted apart for one account in one hour. */
  readonly maxNetworks: number;
}

/**
 * Counts a failure, with those of the same account and network within the hour. Plan: primary key.
 * @returns the network that it was counted for, when it is the first of them; null: it is not
 */
export async function countFailure(
  tx: Transaction,
  { hour, userId, way, network, eventId, at, maxNetworks }: CountedFailure,
): Promise<string | null> {
  const [row] = await tx.query<{ network: string; isFirst: boolean }>(
    `WITH known AS (
       SELECT count(*) AS networks, coalesce(bool_or(network = $4), false) AS has
         FROM sign_in_failure WHERE hour = $1 AND user_id = $2 AND way = $3
     )
     INSERT INTO sign_in_failure AS f (hour, user_id, way, network, event_id, count, last_at)
     SELECT $1, $2, $3, CASE WHEN has OR networks < $7 THEN $4 ELSE '' END, $5, 1, $6 FROM known
     ON CONFLICT (hour, user_id, way, network) DO UPDATE SET count = f.count + 1, last_at = excluded.last_at
     RETURNING network, event_id = $5 AS "isFirst"`,
    [hour, userId, way, network, eventId, at, maxNetworks],
  );
  return row?.isFirst === true ? row.network : null;
}

/** Forgets counts from before an instant; what the trail says of them stays. Plan: the front of the primary key. */
export async function deleteFailuresBefore(tx: Transaction, instant: Date): Promise<void> {
  await tx.query('DELETE FROM sign_in_failure WHERE hour < $1', [instant]);
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
       FROM installation_audit_event e LEFT JOIN sign_in_failure f ON f.event_id = e.id
      WHERE e.subject_id = $1 AND e.subject_kind = 'user'
      ORDER BY e.at DESC, e.id DESC LIMIT $2`,
    [userId, limit],
  );
}
