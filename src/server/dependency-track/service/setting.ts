import { notFound } from '@/domain/errors';
import { recordAudit } from '@/server/audit/service';
import { requireLockedOrganization } from '@/server/organization/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Actor, Principal } from '@/server/platform/auth/principal';
import type { Deps } from '@/server/platform/deps';
import { COMPATIBLE_VERSION } from '../dto';
import { findSetting, updateSetting } from '../repository/setting';

/** Whether an organization answers clients of Dependency-Track, and the address that they are given. */
export interface Setting {
  readonly enabled: boolean;
  /** The address of the server, as its clients want it: without `/api`. */
  readonly url: string;
}

/** @throws DomainError 404 when the organization has been deleted meanwhile */
export async function getSetting(
  { db, env }: Pick<Deps, 'db' | 'env'>,
  organizationId: OrganizationId,
): Promise<Setting> {
  const enabled = await findSetting(organizationId, db);
  if (enabled === null) throw notFound('Organization');
  return { enabled, url: env.publicUrl };
}

/**
 * Switches the answers to clients of Dependency-Track on or off, from the next request on. To set what is set already
 * leaves no entry in the audit trail.
 * @throws DomainError 404 when the organization has been deleted meanwhile
 */
export function changeSetting(deps: Deps, actor: Actor, enabled: boolean): Promise<Setting> {
  const { organizationId } = actor;
  return deps.db.transaction(async (tx) => {
    await requireLockedOrganization(tx, organizationId);
    const before = (await findSetting(organizationId, tx)) ?? enabled;
    if (before !== enabled) {
      await updateSetting(organizationId, tx, enabled);
      await recordAudit(tx, actor, {
        at: deps.clock.now(),
        action: enabled ? 'dependency_track.enable' : 'dependency_track.disable',
        subjectKind: 'organization',
        subjectId: organizationId,
        before: { enabled: before },
        after: { enabled },
      });
    }
    return { enabled, url: deps.env.publicUrl };
  });
}

/**
 * Lets a client of Dependency-Track in, and gives the headers of every answer to it: some clients look there for what
 * server they speak to.
 * @param principal null: nobody knows whose client it is
 * @throws DomainError 404 when its organization does not answer such clients
 */
export async function admitClient(
  { db }: Pick<Deps, 'db'>,
  principal: Pick<Principal, 'organizationId'> | null,
): Promise<Record<string, string>> {
  if (principal && (await findSetting(principal.organizationId, db)) !== true) {
    throw notFound('Path');
  }
  return { 'x-powered-by': `Dependency-Track v${COMPATIBLE_VERSION} (Eventide)` };
}
