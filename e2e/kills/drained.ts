import { setTimeout as sleep } from 'node:timers/promises';
import { brokenInvariants } from '@/test/invariants';
import { settled } from './job';
import type { Command, Installation } from './world';

/** Longer than a lease lasts. */
export const DRAINED_WITHIN_MS = 150_000;

/**
 * What waits to be done, by what it is. Each gives how many. Not among them, since it may be ten minutes away: that the next
 * update of the catalog ends an attempt whose process was killed, and the next round of retention goes on with a run.
 */
const QUEUES: Readonly<Record<string, string>> = {
  'messages that wait': 'SELECT count(*)::int AS count FROM delivery WHERE due_at IS NOT NULL',
  'attempts without an end':
    'SELECT count(*)::int AS count FROM delivery_attempt WHERE ended_at IS NULL',
  'letters that are due': 'SELECT count(*)::int AS count FROM letter WHERE due_at <= now()',
  'mails on waivers that are due':
    'SELECT count(*)::int AS count FROM waiver_mail WHERE due_at <= now()',
  'messages of digests that are due':
    'SELECT count(*)::int AS count FROM digest_entry WHERE due_at <= now()',
  'messages held for digests that are due': `SELECT count(*)::int AS count
     FROM held_message h JOIN message_rule r ON r.organization_id = h.organization_id AND r.id = h.rule_id
    WHERE r.next_digest_at <= now()`,
  'images that are to be matched anew': 'SELECT count(*)::int AS count FROM rematch_entry',
  'organizations that are being matched':
    'SELECT count(*)::int AS count FROM inventory_matching WHERE finished_at IS NULL',
  'changes that are not added up': `SELECT (SELECT count(*) FROM holding_change)::int
     + (SELECT count(*) FROM product_holding_change)::int + (SELECT count(*) FROM image_bits_change)::int AS count`,
  'transactions that nobody ends': `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE state = 'idle in transaction' AND state_change < now() - interval '20 seconds'`,
};

/** What is looked at: a database, and the built commands that work on it. */
export interface Looked {
  ask<Row extends object>(sql: string): Promise<Row[]>;
  address(): Promise<string>;
  command(name: string, ...args: readonly string[]): Pick<Command, 'ended'>;
}

/**
 * Ends what killed processes had in hand: it is taken up once its lease has run out, which need not be waited for each
 * time.
 */
export async function endLeases(installation: Installation): Promise<void> {
  for (const table of ['channel', 'letter', 'waiver_mail'])
    await installation.ask(`UPDATE ${table} SET lease_until = now() WHERE lease_until > now()`);
}

/** Waits until every queue is empty; tells which are not, and what in the database contradicts itself. */
export async function leftovers(
  installation: Looked,
  withinMs = DRAINED_WITHIN_MS,
): Promise<string[]> {
  const waiting = async () => {
    const left: string[] = [];
    for (const [what, sql] of Object.entries(QUEUES)) {
      const [row] = await installation.ask<{ count: number }>(sql);
      if (row?.count !== 0) left.push(`${what}: ${String(row?.count)}`);
    }
    return left;
  };
  const left = await settled(waiting, withinMs, () => sleep(200));
  const broken = await brokenInvariants(await installation.address());
  const counts = await installation.command('counts', 'check').ended;
  return [
    ...left,
    ...Object.entries(broken).map(([what, count]) => `${what}: ${String(count)}`),
    ...(counts.status === 0 ? [] : [`kept counts: ${counts.text}`]),
  ];
}
