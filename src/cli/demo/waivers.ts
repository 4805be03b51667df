import { addDays, dayOf, type Day } from '@/domain/eol/calendar';
import type { Actor } from '@/server/platform/auth/principal';
import type { Deps } from '@/server/platform/deps';
import { listTeamNames } from '@/server/team/service/teams';
import { insertAsked } from '@/server/waiver/service/ask';
import { decideIn } from '@/server/waiver/service/decide';
import { findMemberByEmail } from '@/server/waiver/repository/people';
import { waivers, type SeedWaiver } from '../../../prisma/seed/organization/waivers';
import { morningOf } from './found-organization';

const ASKER = 'member@acme.example';

/** Has the demo's member ask for waivers, each on its day, and the admin decide on most of them. */
export async function askForWaivers(deps: Deps, admin: Actor): Promise<void> {
  const { organizationId } = admin;
  const member = await findMemberByEmail(organizationId, deps.db, ASKER);
  if (!member) throw new Error(`The demo has no member ${ASKER}`);
  const { id, name, role } = member;
  const asker: Actor = { ...admin, kind: 'person', id, name, role };
  const today = dayOf(deps.clock.now());
  for (const seed of waivers) await askAndDecide(deps, { admin, asker }, seed, today);
}

/** In one transaction, which tells nobody: the demo sends no mail. */
async function askAndDecide(
  deps: Deps,
  { admin, asker }: { readonly admin: Actor; readonly asker: Actor },
  { askedDaysAgo, endsDaysAgo, decision, note, team, ...asked }: SeedWaiver,
  today: Day,
): Promise<void> {
  const teams = await listTeamNames(deps, admin.organizationId);
  const teamId = teams.find(({ name }) => name === team)?.id ?? null;
  const on = (daysAgo: number) => ({ clock: { now: () => morningOf(today, daysAgo) } });
  await deps.db.transaction(async (tx) => {
    const { id, version } = await insertAsked(on(askedDaysAgo), tx, asker, {
      ...asked,
      ...{ teamId, imageTag: null, ownerEmail: null, endsOn: addDays(today, -endsDaysAgo) },
    });
    if (decision === null) return;
    await decideIn(on(askedDaysAgo - 1), tx, admin, id, { decision, version, note });
  });
}
