import { v7 as uuidv7 } from 'uuid';
import { dayOf } from '@/domain/eol/calendar';
import { conflict, notFound } from '@/domain/errors';
import type { WaiverEventKind } from '@/domain/waiver/waiver';
import { findPersonBehindKey } from '@/server/api-key/service';
import { recordAudit } from '@/server/audit/service';
import type { Actor, Principal } from '@/server/platform/auth/principal';
import type { Transaction } from '@/server/platform/db/db';
import { toWaiverRecord } from '../dto';
import { countEvents, insertEvent } from '../repository/history';
import { findMembersById } from '../repository/people';
import { lockWaiver, type WaiverRow } from '../repository/waivers';

/** More changes of one waiver than anybody reads. */
export const MAX_WAIVER_EVENTS = 200;

/** The person who acts, or who is behind the key that does; null when nobody is. */
export async function personOf(
  tx: Transaction,
  { kind, id, organizationId }: Principal,
): Promise<string | null> {
  return kind === 'person' ? id : findPersonBehindKey(organizationId, tx, id);
}

/** Whether somebody stands behind a waiver: its owner, or whoever asked for it, also with a key. */
export function isBehind(row: WaiverRow, { kind, id }: Principal): boolean {
  if (row.askedByKind === kind && row.askedById === id) return true;
  return kind === 'person' && (row.ownerId === id || row.askedByUserId === id);
}

/** @throws DomainError 404 when the organization has no such waiver */
export async function requireLockedWaiver(
  tx: Transaction,
  { organizationId }: Pick<Principal, 'organizationId'>,
  id: string,
): Promise<WaiverRow> {
  const row = await lockWaiver(organizationId, tx, id);
  if (!row) throw notFound('Waiver');
  return row;
}

/** The names by which the audit trail calls what happens to a waiver. */
const ACTIONS = {
  asked: 'waiver.ask',
  changed: 'waiver.change',
  granted: 'waiver.grant',
  declined: 'waiver.decline',
  withdrawn: 'waiver.withdraw',
  revoked: 'waiver.revoke',
} as const satisfies Record<Exclude<WaiverEventKind, 'ended'>, string>;

interface Happening {
  readonly kind: keyof typeof ACTIONS;
  readonly at: Date;
  readonly note: string | null;
  readonly before: WaiverRow | null;
  readonly after: WaiverRow;
}

/**
 * Notes what somebody did to a waiver, in its history and in the audit trail.
 * @throws DomainError 409 when a waiver has been changed {@link MAX_WAIVER_EVENTS} times
 */
export async function recordWaiver(
  tx: Transaction,
  actor: Actor,
  { kind, at, note, before, after }: Happening,
): Promise<void> {
  const { organizationId } = actor;
  if (kind === 'changed') await requireFewEvents(tx, actor, after.id);
  const today = dayOf(at);
  const records = {
    before: before && toWaiverRecord(before, today),
    after: toWaiverRecord(after, today),
  };
  await insertEvent(organizationId, tx, {
    ...{ id: uuidv7(), waiverId: after.id, at, kind, note, ...records },
    ...{ actorKind: actor.kind, actorId: actor.id, actorName: actor.name },
    actorUserId: await personOf(tx, actor),
  });
  await recordAudit(tx, actor, {
    at,
    action: ACTIONS[kind],
    subjectKind: 'waiver',
    subjectId: after.id,
    ...(records.before && { before: records.before }),
    after: note === null ? records.after : { ...records.after, note },
  });
}

async function requireFewEvents(
  tx: Transaction,
  { organizationId }: Principal,
  waiverId: string,
): Promise<void> {
  if ((await countEvents(organizationId, tx, waiverId)) < MAX_WAIVER_EVENTS) return;
  throw conflict(`A waiver is changed ${String(MAX_WAIVER_EVENTS)} times at most: ask for another`);
}

/** The id and name of a person who is a member; null for one who is none. */
export async function memberById(
  tx: Transaction,
  { organizationId }: Pick<Principal, 'organizationId'>,
  id: string,
) {
  const [member] = await findMembersById(organizationId, tx, [id]);
  return member ?? null;
}
