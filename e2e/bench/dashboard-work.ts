import { addDays, dayOf } from '@/domain/eol/calendar';
import type { PolicyFields } from '@/domain/policy/policy';
import type { Actor } from '@/server/platform/auth/principal';
import { createPlan } from '@/server/plan/service/plans';
import { createPolicy } from '@/server/policy/service/policies';
import { saveRules } from '@/server/team/service/rules';
import { createTeam } from '@/server/team/service/teams';
import { askForWaiver } from '@/server/waiver/service/ask';
import { decideWaiver } from '@/server/waiver/service/decide';
import { projectName } from './fleet';
import { cycleOf } from './payload';
import type { Bench } from './runner';

/** As many as the names of the fleet's projects tell of. */
const TEAMS = 37;
const POLICIES = 20;
const WAIVERS = 200;
const PLANS = 60;

const NO_POLICY: PolicyFields = {
  type: 'EOL',
  scope: 'global',
  ...{ warnOn: null, denyOn: null, warnDays: null, denyDays: null, deniesFrom: null },
  ...{ projectName: null, productName: null, cycle: null, cycleOperator: null },
  ...{
    onlyRunning: false,
    denyEstimates: false,
    deprecated: null,
    stale: null,
    notaryPolicy: null,
  },
};

type Filled = Pick<Bench, 'server' | 'fleet' | 'sizes'>;

/** Two admins: whoever has asked for a waiver does not decide on it. */
export interface People {
  readonly asker: Actor;
  readonly decider: Actor;
}

/** Does what the people of such an organization do beside uploading: teams that own, policies, waivers, plans. */
export async function fillWork(bench: Filled, people: People): Promise<void> {
  const { server, fleet, sizes } = bench;
  const { decider: person } = people;
  const teamIds = await makeTeams(bench, person);
  for (let number = 0; number < Math.min(POLICIES, sizes.projects); number += 1) {
    const days = { warnDays: 30 + number * 15, denyDays: -number * 10 };
    const place =
      number === 0 ? {} : ({ scope: 'project', projectName: projectName(number) } as const);
    await createPolicy(server.deps, person, { ...NO_POLICY, ...days, ...place });
  }
  for (let number = 0; number < Math.min(WAIVERS, sizes.projects); number += 1)
    await makeWaiver(bench, people, number);
  for (let number = 0; number < PLANS; number += 1) {
    await createPlan(server.deps, person, {
      ...{ scope: 'organization', projectId: null, teamId: null, ...softwareOf(bench, number) },
      ...{ targetProduct: 'Product 1', targetCycle: '9' },
      dueOn: addDays(dayOf(fleet.today), number * 3),
      ...{ ownerId: null, ownerTeamId: teamIds[number % teamIds.length] ?? null },
      ...{ ticket: null, note: null, started: number % 3 === 0 },
    });
  }
  await server.bare.query('VACUUM (ANALYZE)');
}

/** Every team owns the projects that bear its name. */
async function makeTeams({ server: { deps } }: Filled, person: Actor): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 0; number < TEAMS; number += 1) {
    const name = `Team ${String(number)}`;
    const { id } = await createTeam(deps, person, { name, email: null, link: null, handles: [] });
    ids.push(id);
  }
  const rules = ids.map((team_id, number) => {
    const pattern = `github//acme/team-${String(number)}/*`;
    return { kind: 'name', pattern, team_id } as const;
  });
  await saveRules(deps, person, rules);
  return ids;
}

/** Every fourth waits for a decision. */
async function makeWaiver(
  bench: Filled,
  { asker, decider }: People,
  number: number,
): Promise<void> {
  const { deps } = bench.server;
  const { id, version } = await askForWaiver(deps, asker, {
    ...{ scope: 'project', projectName: projectName(number), teamId: null },
    ...{ imageName: null, imageTag: null, ...softwareOf(bench, number) },
    ...{ reason: 'It moves with the next release.', control: null, links: [], ownerEmail: null },
    endsOn: addDays(dayOf(bench.fleet.today), 10 + number),
  });
  if (number % 4 === 0) return;
  await decideWaiver(deps, decider, id, { decision: 'granted', version, note: null });
}

/** Software of which many images hold some: another release cycle for each number. */
function softwareOf({ fleet }: Filled, number: number) {
  const { ProductName, ReleaseCycle } = cycleOf(Math.ceil((number * 10) / 9), fleet.today);
  return { productName: ProductName, cycle: ReleaseCycle };
}
