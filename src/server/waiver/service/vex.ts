import { dayOf } from '@/domain/eol/calendar';
import { DomainError, notFound } from '@/domain/errors';
import { toCycloneDxVex, toOpenVex, type VexSource, type VexWaiver } from '@/domain/waiver/vex';
import { findOrganization } from '@/server/organization/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import { allWaivers, type WaiverRow } from '../repository/waivers';
import { toFilter } from './list';

type VexDeps = Pick<Deps, 'db' | 'clock' | 'env'>;

/**
 * Writes the waivers that hold today as OpenVEX.
 * @throws DomainError 404 where none does: a document of it has a statement at least
 */
export async function openVexOf(deps: VexDeps, organizationId: OrganizationId) {
  const waivers = await held(deps, organizationId);
  if (waivers.length === 0) {
    throw new DomainError(
      'not_found',
      'No waiver holds today, and OpenVEX has no document without a statement',
    );
  }
  return toOpenVex(waivers, await sourceOf(deps, organizationId));
}

/** Writes the waivers that hold today as CycloneDX VEX. */
export async function cycloneDxVexOf(deps: VexDeps, organizationId: OrganizationId) {
  return toCycloneDxVex(await held(deps, organizationId), await sourceOf(deps, organizationId));
}

/** Some thousands at most: no more may hold at once. */
async function held({ db, clock }: VexDeps, organizationId: OrganizationId): Promise<VexWaiver[]> {
  const filter = toFilter({ state: 'granted' }, dayOf(clock.now()));
  const order = { sort: 'software', direction: 'asc' } as const;
  const found: VexWaiver[] = [];
  for await (const rows of allWaivers(organizationId, db, filter, order)) {
    found.push(...rows.map(toVexWaiver));
  }
  return found;
}

function toVexWaiver(row: WaiverRow): VexWaiver {
  const { id, scope, projectName, teamId, teamName, imageName, imageTag, productName, cycle } = row;
  const { reason, control, endsOn, createdAt, updatedAt } = row;
  return {
    ...{ id, scope, projectName, teamId, teamName, imageName, imageTag, productName, cycle },
    ...{ reason, control, endsOn },
    ...{ askedAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() },
  };
}

async function sourceOf(
  { db, clock, env }: VexDeps,
  organizationId: OrganizationId,
): Promise<VexSource> {
  const organization = await findOrganization(organizationId, db);
  if (!organization) throw notFound('Organization');
  return {
    publicUrl: env.publicUrl,
    organizationId,
    organizationName: organization.name,
    at: clock.now().toISOString(),
  };
}
