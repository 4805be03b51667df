import { dayOf } from '@/domain/eol/calendar';
import { forbidden, notFound } from '@/domain/errors';
import { digestOfToken } from '@/server/platform/auth/link-token';
import type { Actor, Caller, CallOrigin } from '@/server/platform/auth/principal';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { toWaiverRecord, type WaiverRecord } from '../dto';
import { findLink } from '../repository/links';
import { findWaiver } from '../repository/waivers';
import { memberById } from './authors';
import { decideIn, type Decision, whyNotDecide } from './decide';

/** Who shows a link: anybody who has it, as far as they are not signed in as somebody else. */
export interface Shown {
  readonly token: string;
  readonly caller: Caller | null;
  readonly origin: CallOrigin;
}

/** What a mailed link leads to. */
export interface LinkPreview {
  readonly organizationName: string;
  /** Who decides with it. */
  readonly decider: string;
  readonly waiver: WaiverRecord;
}

/**
 * Shows what a mailed link asks to be decided, and decides nothing: mail programs open links by themselves.
 * @throws DomainError 404 for a link that holds no longer, 403 for a person for whom it is not, or who may not decide
 */
export async function previewLink(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  shown: Shown,
): Promise<LinkPreview> {
  const { actor, waiverId, organizationName } = await requireLink(db, clock.now(), shown);
  const row = await findWaiver(actor.organizationId, db, waiverId);
  if (!row) throw gone();
  const refusal = await whyNotDecide(db, actor, row);
  if (refusal !== null) throw forbidden(refusal);
  const waiver = toWaiverRecord(row, dayOf(clock.now()));
  return { organizationName, decider: actor.name, waiver };
}

/**
 * Decides with a mailed link, as the person that it was mailed to. It works once: a decision voids all links to what it
 * decides.
 * @throws DomainError 404 for a link that holds no longer, 403, 409 when the waiver was decided or changed meanwhile
 */
export function decideByLink(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  shown: Shown,
  decision: Decision,
): Promise<WaiverRecord> {
  return db.transaction(async (tx) => {
    const { actor, waiverId } = await requireLink(tx, clock.now(), shown);
    return decideIn({ clock }, tx, actor, waiverId, decision);
  });
}

async function requireLink(db: Transaction, now: Date, { token, caller, origin }: Shown) {
  const link = await findLink(db, digestOfToken(token), now);
  if (!link) throw gone();
  if (caller && (caller.kind !== 'person' || caller.id !== link.userId)) {
    throw forbidden('This link is for another person than the one who is signed in');
  }
  const { organizationId, waiverId, organizationName } = link;
  const member = await memberById(db, { organizationId }, link.userId);
  if (!member) throw gone();
  const { id, name, role } = member;
  const actor: Actor = { kind: 'person', id, name, organizationId, role, origin };
  return { actor, waiverId, organizationName };
}

const gone = () => notFound('Link');
