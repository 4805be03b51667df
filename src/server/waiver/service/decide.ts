import { dayOf } from '@/domain/eol/calendar';
import { conflict, forbidden } from '@/domain/errors';
import { can } from '@/domain/roles/permissions';
import { endFault, type WaiverDecision, waiverState } from '@/domain/waiver/waiver';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Actor, Principal } from '@/server/platform/auth/principal';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { toWaiverRecord, type WaiverRecord } from '../dto';
import { findAuthored } from '../repository/history';
import { removeLinks } from '../repository/links';
import { updateWaiver, type WaiverRow } from '../repository/waivers';
import { isBehind, recordWaiver, requireLockedWaiver } from './authors';
import { requireSetting } from './setting';
import { tellOfWaivers } from './tell';

export interface Decision {
  readonly decision: 'granted' | 'declined';
  /** The version that whoever decides has seen. */
  readonly version: number;
  readonly note: string | null;
}

/**
 * Grants or declines what is asked for. For people alone, and where the organization wants it for others than those who
 * asked for it or changed it.
 * @throws DomainError 403, 404, 409 when it is decided, ended or changed meanwhile
 */
export function decideWaiver(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  id: string,
  decision: Decision,
): Promise<WaiverRecord> {
  return deps.db.transaction((tx) => decideIn(deps, tx, actor, id, decision));
}

/** The same within a transaction. */
export async function decideIn(
  { clock }: Pick<Deps, 'clock'>,
  tx: Transaction,
  actor: Actor,
  id: string,
  { decision, version, note }: Decision,
): Promise<WaiverRecord> {
  const row = await requireLockedWaiver(tx, actor, id);
  const refusal = await whyNotDecide(tx, actor, row);
  if (refusal !== null) throw forbidden(refusal);
  const at = clock.now();
  const today = dayOf(at);
  const state = waiverState(row, today);
  if (state !== 'asked') throw conflict(`This waiver is ${state} already`);
  if (row.version !== version) {
    throw conflict('What is asked for has been changed meanwhile: look at it again');
  }
  const { waiverMaxDays } = await requireSetting(tx, actor.organizationId);
  const fault = decision === 'granted' ? endFault(row.endsOn, today, waiverMaxDays) : null;
  if (fault !== null) throw conflict(`Its last day ${fault}`);
  return close(tx, actor, row, { decision, at, note });
}

/**
 * Why somebody may not decide on a waiver; null when they may. A key never may: whoever made it would decide on what
 * they have asked for themselves.
 */
export async function whyNotDecide(
  db: Transaction,
  { kind, id, role, organizationId }: Principal,
  row: Pick<WaiverRow, 'id'>,
): Promise<string | null> {
  if (kind !== 'person') return 'Only people decide on waivers';
  if (!can(role, 'waiver:decide')) return 'Only admins decide on waivers';
  if (!(await findBarred(db, organizationId, id, [row])).has(row.id)) return null;
  return 'Another person than those who asked for it or changed it decides on a waiver';
}

/** Finds those of some waivers on which a person may decide, as {@link whyNotDecide}. */
export async function findDecidable<Row extends Pick<WaiverRow, 'id'>>(
  db: Transaction,
  { kind, id, role, organizationId }: Principal,
  rows: readonly Row[],
): Promise<Row[]> {
  if (kind !== 'person' || !can(role, 'waiver:decide')) return [];
  const barred = await findBarred(db, organizationId, id, rows);
  return rows.filter((row) => !barred.has(row.id));
}

/** Those on which another person decides. */
async function findBarred(
  db: Transaction,
  organizationId: OrganizationId,
  userId: string,
  rows: readonly Pick<WaiverRow, 'id'>[],
): Promise<ReadonlySet<string>> {
  const { waiverTwoPeople } = await requireSetting(db, organizationId);
  if (!waiverTwoPeople) return new Set();
  const ids = rows.map(({ id }) => id);
  return findAuthored(organizationId, db, ids, userId);
}

/**
 * Takes back what somebody has asked for, before it is decided.
 * @throws DomainError 403 for somebody else's, 404, 409 when it is decided or ended
 */
export function withdrawWaiver(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  id: string,
): Promise<WaiverRecord> {
  return db.transaction(async (tx) => {
    const row = await requireLockedWaiver(tx, actor, id);
    if (!isBehind(row, actor)) {
      throw forbidden('Only its owner and whoever asked for it withdraw a waiver');
    }
    const at = clock.now();
    const state = waiverState(row, dayOf(at));
    if (state !== 'asked') throw conflict(`This waiver is ${state} already`);
    return close(tx, actor, row, { decision: 'withdrawn', at, note: null });
  });
}

/**
 * Ends a waiver that holds, from now on: what it covered is judged again.
 * @throws DomainError 403 for somebody else's, 404, 409 when it does not hold
 */
export function revokeWaiver(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  id: string,
  note: string | null,
): Promise<WaiverRecord> {
  return db.transaction(async (tx) => {
    const row = await requireLockedWaiver(tx, actor, id);
    if (!isBehind(row, actor) && !can(actor.role, 'waiver:decide')) {
      throw forbidden('Only its owner, whoever asked for it and admins revoke a waiver');
    }
    const at = clock.now();
    const state = waiverState(row, dayOf(at));
    if (state !== 'granted') throw conflict(`This waiver is ${state}: it does not hold`);
    return close(tx, actor, row, { decision: 'revoked', at, note });
  });
}

interface Closing {
  readonly decision: Exclude<WaiverDecision, 'asked'>;
  readonly at: Date;
  readonly note: string | null;
}

async function close(
  tx: Transaction,
  actor: Actor,
  before: WaiverRow,
  { decision, at, note }: Closing,
): Promise<WaiverRecord> {
  const { organizationId } = actor;
  const after: WaiverRow = {
    ...before,
    ...{ decision, version: before.version + 1, updatedAt: at },
    ...{ decidedById: actor.id, decidedByName: actor.name, decidedAt: at },
  };
  await updateWaiver(organizationId, tx, after);
  await removeLinks(organizationId, tx, before.id);
  await recordWaiver(tx, actor, { kind: decision, at, note, before, after });
  if (decision !== 'withdrawn') await tellOfWaivers(tx, actor, decision, [before.id], at);
  return toWaiverRecord(after, dayOf(at));
}
