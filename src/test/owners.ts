import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import { setProjectOwner } from '@/server/team/service/owners';
import { createTeam } from '@/server/team/service/teams';
import { makeActor } from './accounts';

/** Makes a team with an address, which owns some projects. Gives its id. */
export async function makeTeam(
  deps: Deps,
  organizationId: OrganizationId,
  { name, projects }: { readonly name: string; readonly projects: readonly string[] },
): Promise<string> {
  const actor = await makeActor(deps, organizationId, 'admin');
  const email = `${name.toLowerCase().replaceAll(' ', '-')}@example.com`;
  const { id } = await createTeam(deps, actor, { name, email, link: null, handles: [] });
  for (const project of projects) await setProjectOwner(deps, actor, project, id);
  return id;
}
