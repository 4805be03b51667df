import { conflict } from '@/domain/errors';
import { newOrganizationId, type OrganizationId } from '@/server/auth/organization-id';
import type { Caller, CallOrigin } from '@/server/auth/principal';
import { recordAudit } from '@/server/audit/service';
import type { Transaction } from '@/server/db';
import type { Deps } from '@/server/deps';
import { updateActiveOrganization } from '@/server/session/queries';
import { toOrganizationRecord, type OrganizationRecord } from './dto';
import {
  findAdmins,
  findMemberships,
  insertMembership,
  insertOrganization,
  type MembershipRow,
} from './queries';

/** Who an organization is created by, and so who administers it. */
export interface Founder {
  readonly kind: Caller['kind'];
  readonly id: string;
  readonly name: string;
  /** The person who becomes its admin; null when a key that belongs to nobody creates it. */
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
 * person who created that key. A person without an active organization acts in the new one from then on.
 * @throws DomainError 409 when the `idpId` is taken
 */
export function createOrganization(
  deps: Deps,
  caller: Caller,
  organization: NewOrganization,
  origin: CallOrigin,
): Promise<OrganizationRecord> {
  const { kind, id, name } = caller;
  const userId = caller.kind === 'person' ? caller.id : caller.createdByUserId;
  return deps.db.transaction(async (tx) => {
    const at = deps.clock.now();
    const founder: Founder = { kind, id, name, userId, apiKeyId: kind === 'api_key' ? id : null };
    const record = await foundOrganization(tx, founder, organization, { at, origin });
    if (caller.kind === 'person' && !caller.active) {
      await updateActiveOrganization(record.organizationId, tx, caller.sessionId);
    }
    return record.shown;
  });
}

/** As {@link createOrganization}, as a step of a larger transaction. */
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

/** The organizations a person belongs to, by name, with the role there. */
export function membershipsOf(deps: Deps, userId: string): Promise<MembershipRow[]> {
  return findMemberships(deps.db, userId);
}

/** Who administers an organization, by name. */
export function adminsOf(
  { db }: Deps,
  organizationId: OrganizationId,
): Promise<{ name: string; email: string }[]> {
  return findAdmins(organizationId, db);
}
