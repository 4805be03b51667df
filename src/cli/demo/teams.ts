import type { OwnerRule } from '@/domain/team/rule';
import type { Actor } from '@/server/platform/auth/principal';
import type { Deps } from '@/server/platform/deps';
import { addTeamMember } from '@/server/team/service/members';
import { takeCodeowners } from '@/server/team/service/codeowners';
import { setProjectOwner } from '@/server/team/service/owners';
import { saveRules } from '@/server/team/service/rules';
import { createTeam } from '@/server/team/service/teams';
import {
  codeowners,
  ownedByHand,
  ownerRules,
  teams,
  type SeedTeamName,
} from '../../../prisma/seed/organization/teams';
import { findMemberId, findProjectId } from './repository';

/** Makes the teams of the demo and says what they own: by rules, by a CODEOWNERS file and by hand. */
export async function makeTeams(deps: Deps, admin: Actor): Promise<void> {
  const { organizationId } = admin;
  const ids = new Map<SeedTeamName, string>();
  for (const { people: members, ...team } of teams) {
    const { id: teamId } = await createTeam(deps, admin, team);
    ids.set(team.name, teamId);
    for (const email of members) {
      const userId = await findMemberId(organizationId, deps.db, email);
      if (userId !== null) await addTeamMember(deps, admin, { teamId, userId });
    }
  }
  await saveRules(
    deps,
    admin,
    ownerRules.map((rule) => ruleOf(rule, ids)),
  );
  const named = await findProjectId(organizationId, deps.db, codeowners.project);
  if (named !== null) {
    const file = { content: codeowners.content, path: 'Dockerfile' };
    await takeCodeowners(deps, admin, named, file);
  }
  const byHand = await findProjectId(organizationId, deps.db, ownedByHand.project);
  if (byHand !== null)
    await setProjectOwner(deps, admin, byHand, ids.get(ownedByHand.team) ?? null);
}

function ruleOf(
  rule: (typeof ownerRules)[number],
  ids: ReadonlyMap<SeedTeamName, string>,
): OwnerRule {
  if (rule.kind === 'codeowners') return rule;
  const { team, ...patterns } = rule;
  return { ...patterns, team_id: ids.get(team) ?? '' };
}
