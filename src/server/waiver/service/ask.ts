import { v7 as uuidv7 } from 'uuid';
import { type Day, dayOf } from '@/domain/eol/calendar';
import { conflict, type Fault, forbidden, invalid, refusalOf } from '@/domain/errors';
import { can } from '@/domain/roles/permissions';
import { placeFaults, type PlaceFault } from '@/domain/waiver/faults';
import { subjectKeyOf, type WaiverSubject } from '@/domain/waiver/keys';
import { endFault, type NamedWaiverPlace, waiverState } from '@/domain/waiver/waiver';
import { requireLockedOrganization } from '@/server/organization/service';
import { findTeamName } from '@/server/team/service/teams';
import type { Actor, Principal } from '@/server/platform/auth/principal';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { toWaiverRecord, type WaiverRecord } from '../dto';
import { removeLinks } from '../repository/links';
import { findMemberByEmail, type WaiverMember } from '../repository/people';
import {
  countWaivers,
  findAsked,
  insertWaiver,
  updateWaiver,
  type WaiverRow,
} from '../repository/waivers';
import { isBehind, memberById, personOf, recordWaiver, requireLockedWaiver } from './authors';
import { mailDeciders, noteForDeciders } from './mail';
import { requireSetting } from './setting';
import { tellOfWaivers } from './tell';

/** Every build and every upload reads those that hold. */
export const MAX_OPEN_WAIVERS = 2_000;
/** They are kept for ever. */
export const MAX_WAIVERS = 50_000;

/** What is said of a waiver beside where and for what it holds. */
export interface WaiverTerms {
  readonly reason: string;
  /** Null: nothing is named. */
  readonly control: string | null;
  readonly links: readonly string[];
  readonly endsOn: Day;
  /** Lower case; of a member. Null: of whoever asks. */
  readonly ownerEmail: string | null;
}

export interface NewWaiver extends WaiverSubject, WaiverTerms {}

/**
 * Asks for a waiver. Nothing holds before somebody grants it; whoever may is told by mail where mail is configured.
 * @throws DomainError 422 with what is wrong with it, 409 when the same is asked for already or there are too many
 */
export async function askForWaiver(
  deps: Deps,
  actor: Actor,
  asked: NewWaiver,
): Promise<WaiverRecord> {
  const record = await deps.db.transaction(async (tx) => {
    const inserted = await insertAsked(deps, tx, actor, asked);
    await tellOfWaivers(tx, actor, 'asked', [inserted.id], deps.clock.now());
    await noteForDeciders(deps, tx, actor.organizationId, [inserted.id]);
    return inserted;
  });
  mailDeciders(deps);
  return record;
}

/** What became of asking for many: each by its key. */
interface AskedWaivers {
  readonly done: string[];
  readonly refused: { readonly id: string; readonly reason: string }[];
}

/**
 * Asks for many waivers in one transaction, and tells of all of them at once. One that is refused keeps no other from being
 * asked for.
 * @param asked by keys, which the answer names them by
 */
export async function askForWaivers(
  deps: Deps,
  actor: Actor,
  asked: ReadonlyMap<string, NewWaiver>,
): Promise<AskedWaivers> {
  const outcome = await deps.db.transaction(async (tx) => {
    const { done, refused }: AskedWaivers = { done: [], refused: [] };
    const ids: string[] = [];
    for (const [key, one] of asked) {
      try {
        const { id } = await insertAsked(deps, tx, actor, one);
        ids.push(id);
        done.push(key);
      } catch (error) {
        const reason = refusalOf(error);
        // A fault ends the transaction, with all that was asked for in it.
        if (reason === null) throw error;
        refused.push({ id: key, reason });
      }
    }
    await tellOfWaivers(tx, actor, 'asked', ids, deps.clock.now());
    await noteForDeciders(deps, tx, actor.organizationId, ids);
    return { done, refused };
  });
  mailDeciders(deps);
  return outcome;
}

/** Does as {@link askForWaiver} within a transaction, and tells nobody. What is refused has written nothing. */
export async function insertAsked(
  { clock }: Pick<Deps, 'clock'>,
  tx: Transaction,
  actor: Actor,
  asked: NewWaiver,
): Promise<WaiverRecord> {
  const { organizationId } = actor;
  await requireLockedOrganization(tx, organizationId);
  const at = clock.now();
  const today = dayOf(at);
  const { owner, faults } = await ownerOf(tx, actor, asked.ownerEmail);
  const { waiverMaxDays } = await requireSetting(tx, organizationId);
  const teamName =
    asked.teamId === null ? null : await findTeamName(organizationId, tx, asked.teamId);
  if (asked.teamId !== null && teamName === null) faults.push(valueFault('team_id', 'is no team'));
  faults.push(...placeFaults(asked).map(toFault), ...endFaults(asked.endsOn, today, waiverMaxDays));
  if (!owner || faults.length > 0) throw invalid(faults);
  const subjectKey = subjectKeyOf(asked);
  await requireRoom(tx, actor, subjectKey, today);
  const row = await newRow(tx, actor, { ...asked, teamName }, owner, at);
  await insertWaiver(organizationId, tx, row);
  await recordWaiver(tx, actor, { kind: 'asked', at, note: null, before: null, after: row });
  return toWaiverRecord(row, today);
}

async function newRow(
  tx: Transaction,
  actor: Actor,
  asked: NewWaiver & Pick<NamedWaiverPlace, 'teamName'>,
  owner: WaiverMember,
  at: Date,
): Promise<WaiverRow> {
  const { scope, projectName, teamName, imageName, imageTag, productName, cycle } = asked;
  const { reason, control, links, endsOn } = asked;
  return {
    ...{ id: uuidv7(), scope, projectName, teamId: asked.teamId?.toLowerCase() ?? null, teamName },
    ...{ imageName, imageTag, productName, cycle },
    ...{ reason, control, links: [...links], endsOn, decision: 'asked', version: 1 },
    ...{ ownerId: owner.id, ownerName: owner.name },
    ...{ askedByKind: actor.kind, askedById: actor.id, askedByName: actor.name },
    askedByUserId: await personOf(tx, actor),
    ...{ decidedById: null, decidedByName: null, decidedAt: null },
    ...{ createdAt: at, updatedAt: at },
  };
}

/** What may be said anew of a waiver; absent: it stays. */
export type WaiverChange = {
  readonly [Term in keyof WaiverTerms]?: WaiverTerms[Term] | undefined;
};

/**
 * Changes what is said of a waiver; where and for what it holds never changes. Of one that was granted only what makes
 * it no larger: its owner, its links, an earlier end. What is asked for and has changed is mailed anew.
 * @throws DomainError 403 for somebody else's, 404, 409 when it is decided or ended, 422
 */
export async function changeWaiver(
  deps: Deps,
  actor: Actor,
  id: string,
  change: WaiverChange,
): Promise<WaiverRecord> {
  const { organizationId } = actor;
  const record = await deps.db.transaction(async (tx) => {
    const before = await requireLockedWaiver(tx, actor, id);
    requireMayChange(before, actor);
    const at = deps.clock.now();
    const today = dayOf(at);
    const after = await changed(tx, actor, before, change, at);
    await updateWaiver(organizationId, tx, after);
    await removeLinks(organizationId, tx, id);
    await recordWaiver(tx, actor, { kind: 'changed', at, note: null, before, after });
    if (after.decision === 'asked') await noteForDeciders(deps, tx, organizationId, [id]);
    return toWaiverRecord(after, today);
  });
  mailDeciders(deps);
  return record;
}

function requireMayChange(row: WaiverRow, principal: Principal): void {
  if (isBehind(row, principal) || can(principal.role, 'waiver:decide')) return;
  throw forbidden('Only its owner, whoever asked for it and admins change a waiver');
}

async function changed(
  tx: Transaction,
  actor: Actor,
  before: WaiverRow,
  change: WaiverChange,
  at: Date,
): Promise<WaiverRow> {
  const today = dayOf(at);
  const state = waiverState(before, today);
  if (state !== 'asked' && state !== 'granted') {
    throw conflict(`This waiver is ${state}: ask for another`);
  }
  const { owner, faults } =
    change.ownerEmail === undefined
      ? { owner: { id: before.ownerId, name: before.ownerName }, faults: [] as Fault[] }
      : await ownerOf(tx, actor, change.ownerEmail);
  const { waiverMaxDays } = await requireSetting(tx, actor.organizationId);
  const endsOn = change.endsOn ?? before.endsOn;
  if (endsOn !== before.endsOn) faults.push(...endFaults(endsOn, today, waiverMaxDays));
  if (state === 'granted') requireNoLarger(before, change);
  if (!owner || faults.length > 0) throw invalid(faults);
  return {
    ...before,
    reason: change.reason ?? before.reason,
    control: change.control === undefined ? before.control : change.control,
    links: change.links ? [...change.links] : before.links,
    ...{ endsOn, ownerId: owner.id, ownerName: owner.name },
    ...{ version: before.version + 1, updatedAt: at },
  };
}

/** @throws DomainError 409 for a change that whoever granted the waiver has not seen */
function requireNoLarger(before: WaiverRow, { reason, control, endsOn }: WaiverChange): void {
  const says =
    (reason !== undefined && reason !== before.reason) ||
    (control !== undefined && control !== before.control);
  if (says) throw conflict('What a waiver was granted for stays as it is: ask for another');
  if (endsOn !== undefined && endsOn > before.endsOn) {
    throw conflict('A waiver that was granted can only end earlier: ask for another');
  }
}

async function requireRoom(
  tx: Transaction,
  { organizationId }: Principal,
  subjectKey: string,
  today: Day,
): Promise<void> {
  const same = await findAsked(organizationId, tx, subjectKey, today);
  if (same !== null) throw conflict(`The same is asked for already: ${same}`);
  const { total, open } = await countWaivers(organizationId, tx, today);
  if (open >= MAX_OPEN_WAIVERS || total >= MAX_WAIVERS) {
    const most = open >= MAX_OPEN_WAIVERS ? MAX_OPEN_WAIVERS : MAX_WAIVERS;
    const which = open >= MAX_OPEN_WAIVERS ? 'waivers that are asked for or hold' : 'waivers';
    throw conflict(`An organization has at most ${String(most)} ${which}`);
  }
}

async function ownerOf(tx: Transaction, actor: Actor, email: string | null) {
  const person = await personOf(tx, actor);
  const owner =
    email === null
      ? person && (await memberById(tx, actor, person))
      : await findMemberByEmail(actor.organizationId, tx, email);
  if (owner) return { owner, faults: [] as Fault[] };
  const message = email === null ? 'is needed: no member is behind the key' : 'is no member';
  return { owner: null, faults: [valueFault('owner_email', message)] };
}

/**
 * Refuses what nobody would answer for.
 * @throws DomainError 422 for an owner who is no member, or where none is given and no member asks
 */
export async function requireWaiverOwner(
  tx: Transaction,
  actor: Actor,
  email: string | null,
): Promise<void> {
  const { faults } = await ownerOf(tx, actor, email);
  if (faults.length > 0) throw invalid(faults);
}

const WRITTEN = {
  projectName: 'project_name',
  teamId: 'team_id',
  imageName: 'image_name',
  imageTag: 'image_tag',
} as const satisfies Record<PlaceFault['field'], string>;

export const toFault = ({ field, message }: PlaceFault) => valueFault(WRITTEN[field], message);

function endFaults(endsOn: Day, today: Day, maxDays: number): Fault[] {
  const message = endFault(endsOn, today, maxDays);
  return message === null ? [] : [valueFault('ends_on', message)];
}

function valueFault(field: string, message: string): Fault {
  return { loc: ['body', field], msg: `Value error, ${field} ${message}`, type: 'value_error' };
}
