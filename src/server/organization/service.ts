import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { conflict, forbidden, notFound } from '@/domain/errors';
import type { RecordKind } from '@/domain/organization';
import { recordAudit } from '@/server/audit/service';
import { newOrganizationId, type OrganizationId } from '@/server/platform/auth/organization-id';
import type {
  Actor,
  CallOrigin,
  KeyCaller,
  PersonCaller,
  Principal,
} from '@/server/platform/auth/principal';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { takeAll } from '@/server/platform/limits/limits';
import { updateActiveOrganization } from '@/server/session/service/sessions';
import { findBootstrapKeyId } from '@/server/platform/db/settings';
import { type OrganizationRecord, toOrganizationRecord } from './dto';
import {
  findAdmins,
  findMemberships,
  findOrganization,
  findRecordPlaces,
  insertMembership,
  insertOrganization,
  lockOrganization,
  type MembershipRow,
  type OrganizationRow,
  removeOrganization,
  updateOrganizationName,
} from './repository';

/** A caller who may create organizations. */
export type FoundingCaller = PersonCaller | KeyCaller;

/** The caller who creates an organization, and so administers it. */
export interface Founder {
  readonly kind: FoundingCaller['kind'];
  readonly id: string;
  readonly name: string;
  /** The person who becomes its admin; null when a key creates it behind which no member stands. */
  readonly userId: string | null;
  /** The key that keeps access to it. */
  readonly apiKeyId: string | null;
}

export interface NewOrganization {
  readonly name: string;
  /** Its id at the identity provider; absent in the built-in directory, where its own id serves. */
  readonly idpId?: string;
}

/**
 * Creates an organization on behalf of a caller, who becomes its admin: a person, or a key together with the
 * person who created that key, unless they are no member any more where it belongs. A person without an active organization acts in the new one from then on.
 * @throws DomainError 403 when an external identity provider does not name the caller as its administrator,
 * 409 when the `idpId` is taken, or is the one that the configuration names and the caller is not the operator,
 * 429 when the person has created too many within a day
 */
export async function createOrganization(
  deps: Deps,
  caller: FoundingCaller,
  organization: NewOrganization,
  origin: CallOrigin,
): Promise<OrganizationRecord> {
  await requireProvidersWord(deps, caller, organization.idpId);
  await requireUnreserved(deps, caller, organization.idpId);
  const { kind, id, name } = caller;
  const behind = caller.kind === 'person' ? caller.id : caller.createdByUserId;
  const giveBack = await takeAll(deps, [{ name: 'organization:person', key: behind ?? id }]);
  return deps.db
    .transaction(async (tx) => {
      const at = deps.clock.now();
      const userId = caller.kind === 'person' ? caller.id : await memberBehind(tx, caller);
      const founder: Founder = { kind, id, name, userId, apiKeyId: kind === 'api_key' ? id : null };
      const record = await foundOrganization(tx, founder, organization, { at, origin });
      if (caller.kind === 'person' && !caller.active) {
        await updateActiveOrganization(record.organizationId, tx, caller.sessionId);
      }
      return record.shown;
    })
    .catch(async (error: unknown) => {
      await giveBack();
      throw error;
    });
}

/** Gives the person who created a key, as long as they are a member where it belongs: keys outlive a removal. */
async function memberBehind(
  tx: Transaction,
  { createdByUserId, active }: KeyCaller,
): Promise<string | null> {
  if (createdByUserId === null) return null;
  const places = await findMemberships(tx, createdByUserId);
  const isMember = places.some(({ organizationId }) => organizationId === active.organizationId);
  return isMember ? createdByUserId : null;
}

const NOT_ADMINISTERED =
  'The identity provider does not say that you administer the organization with this idp_id';

async function requireProvidersWord(
  deps: Deps,
  caller: FoundingCaller,
  idpId: string | undefined,
): Promise<void> {
  const { administers } = deps.identityProvider;
  if (!administers) return;
  const isKnown =
    caller.kind === 'person' && idpId !== undefined && (await administers(deps, caller, idpId));
  if (!isKnown) throw forbidden(NOT_ADMINISTERED);
}

/**
 * Keeps the organization that people join by single sign-on from going to the first caller who asks for its
 * `idpId`. The operator makes it: at the set-up, from the environment, or with the key of the environment.
 */
async function requireUnreserved(
  { env, db }: Deps,
  caller: FoundingCaller,
  idpId: string | undefined,
): Promise<void> {
  if (idpId === undefined || idpId !== env.oidc?.join?.idpId) return;
  if (caller.kind === 'api_key' && caller.id === (await findBootstrapKeyId(db))) return;
  throw conflict(
    'This idp_id is reserved by the configuration: whoever runs the service creates it',
  );
}

/** Does as {@link createOrganization}, as a step of a larger transaction. */
export async function foundOrganization(
  tx: Transaction,
  founder: Founder,
  { name, idpId }: NewOrganization,
  { at, origin }: { readonly at: Date; readonly origin: CallOrigin },
): Promise<{ readonly organizationId: OrganizationId; readonly shown: OrganizationRecord }> {
  const id = newOrganizationId();
  const row = {
    id,
    name,
    idpId: idpId ?? id,
    createdByApiKeyId: founder.apiKeyId,
    createdAt: at,
    updatedAt: at,
  };
  if (!(await insertOrganization(tx, row))) {
    throw conflict('An organization with this idp_id already exists');
  }
  if (founder.userId !== null) {
    await insertMembership(id, tx, { userId: founder.userId, role: 'admin', joinedAt: at });
  }
  const shown = toOrganizationRecord(row);
  await recordAudit(
    tx,
    {
      kind: founder.kind,
      id: founder.id,
      name: founder.name,
      organizationId: id,
      role: 'admin',
      origin,
    },
    { at, action: 'organization.create', subjectKind: 'organization', subjectId: id, after: shown },
  );
  return { organizationId: id, shown };
}

/** Lists the organizations a person belongs to, by name, with the role there. */
export function membershipsOf(deps: Deps, userId: string): Promise<MembershipRow[]> {
  return findMemberships(deps.db, userId);
}

/** Lists the admins of an organization, by name. */
export function adminsOf(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
): Promise<{ name: string; email: string }[]> {
  return findAdmins(organizationId, db);
}

/** @throws DomainError 404 when it has been deleted meanwhile */
export async function getOrganization(
  { db }: Deps,
  { organizationId }: Principal,
): Promise<OrganizationRecord> {
  const row = await findOrganization(organizationId, db);
  if (!row) throw notFound('Organization');
  return toOrganizationRecord(row);
}

/** @throws DomainError 404 when it has been deleted meanwhile */
export function renameOrganization(
  deps: Deps,
  actor: Actor,
  name: string,
): Promise<OrganizationRecord> {
  const { organizationId } = actor;
  return deps.db.transaction(async (tx) => {
    const at = deps.clock.now();
    const row = await requireLockedOrganization(tx, organizationId);
    await updateOrganizationName(organizationId, tx, name, at);
    const after = toOrganizationRecord({ ...row, name, updatedAt: at });
    await recordAudit(tx, actor, {
      at,
      action: 'organization.rename',
      subjectKind: 'organization',
      subjectId: organizationId,
      before: toOrganizationRecord(row),
      after,
    });
    return after;
  });
}

/**
 * Gets the organization, while nobody else changes it, its members or its invitations.
 * @throws DomainError 404 when it has been deleted meanwhile
 */
export async function requireLockedOrganization(
  tx: Transaction,
  organizationId: OrganizationId,
): Promise<OrganizationRow> {
  const row = await lockOrganization(organizationId, tx);
  if (!row) throw notFound('Organization');
  return row;
}

/**
 * Deletes an organization with everything that it owns, for good. Sessions that act in it go on elsewhere;
 * one row in the installation's own audit trail remains.
 * @throws DomainError 404 when it has been deleted meanwhile
 */
export async function deleteOrganization({ db, clock }: Deps, actor: Actor): Promise<void> {
  const { organizationId } = actor;
  await db.transaction(async (tx) => {
    const entry = { id: uuidv7(), at: clock.now(), by: actor };
    if (!(await removeOrganization(organizationId, tx, entry))) throw notFound('Organization');
  });
}

/**
 * Finds the other organizations of a person's own that have a record, so that a link to it can offer to go there.
 *
 * @param name the record's name in its page's address: an id, for a product its slug
 * @returns none for a record of an organization that the person is not a member of, as for none at all
 */
export async function placesOfRecord(
  { db }: Pick<Deps, 'db'>,
  { id, active }: PersonCaller,
  kind: RecordKind,
  name: string,
) {
  // A text that cannot be an id names nothing; PostgreSQL would not compare it.
  if (kind !== 'product' && !z.guid().safeParse(name).success) return [];
  const person = { id, activeOrganizationId: active?.organizationId ?? null };
  return findRecordPlaces(db, person, { kind, name });
}

/** Functions on organizations that other nouns use as steps of their own. */
export {
  findMemberRole,
  findMemberships,
  findOrganization,
  hasMemberWithEmail,
  insertMembership,
  lockOrganization,
} from './repository';
