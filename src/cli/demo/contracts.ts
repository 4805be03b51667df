import { addDays, dayOf, type Day } from '@/domain/eol/calendar';
import { isDomainError } from '@/domain/errors';
import { createContract } from '@/server/contract/service/contracts';
import type { Actor } from '@/server/platform/auth/principal';
import type { Deps } from '@/server/platform/deps';
import { listTeamNames } from '@/server/team/service/teams';
import { contracts, type SeedContract } from '../../../prisma/seed/organization/contracts';
import { morningOf } from './found-organization';
import { findProjectId } from './repository';

/** Enters the contracts of the demo, each on the day on which it starts. */
export async function enterContracts(deps: Deps, admin: Actor): Promise<void> {
  const today = dayOf(deps.clock.now());
  for (const contract of contracts) await enter(deps, admin, contract, today);
}

async function enter(deps: Deps, admin: Actor, seed: SeedContract, today: Day): Promise<void> {
  const place = await placeOf(deps, admin, seed);
  // A demo of fewer projects, as tests load it, may not hold the project.
  if (!place) return;
  const at = morningOf(today, seed.startedDaysAgo);
  const { vendor, software, endsInDays, noticeDays, amount, documentUrl, note } = seed;
  try {
    await createContract({ ...deps, clock: { now: () => at } }, admin, {
      ...{ vendor, ...place, lines: software, noticeDays, documentUrl, note },
      ...{ startsOn: dayOf(at), endsOn: addDays(today, endsInDays) },
      cost: { amount, currency: 'EUR' },
    });
  } catch (error) {
    // Nor the software.
    if (!isDomainError(error) || error.code !== 'not_found') throw error;
  }
}

async function placeOf(deps: Deps, { organizationId }: Actor, { project, team }: SeedContract) {
  if (project !== undefined) {
    const projectId = await findProjectId(organizationId, deps.db, project);
    return projectId === null ? null : { scope: 'project' as const, projectId, teamId: null };
  }
  if (team === undefined) return { scope: 'organization' as const, projectId: null, teamId: null };
  const found = (await listTeamNames(deps, organizationId)).find(({ name }) => name === team);
  return found ? { scope: 'team' as const, projectId: null, teamId: found.id } : null;
}
