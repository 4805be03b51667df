import { z } from 'zod';
import { dayOf } from '@/domain/eol/calendar';
import { ConfigurationError } from '@/env';
import type { Deps } from '@/server/platform/deps';
import { findSetting, saveSetting } from '@/server/platform/db/settings';
import { followRetirements } from '@/server/retirement/service/round';
import { hashPassword } from '@/server/user/service/password';
import { hasUsers } from '@/server/user/service/people';
import type { SeedProject } from '../../../prisma/seed/scenario/scenario';
import { generateUploads } from '../../../prisma/seed/uploads/generate-uploads';
import { reportClusters } from './clusters';
import { enterContracts } from './contracts';
import { subscribe } from './feeds';
import { tidyInboxes } from './inbox';
import { foundDemoOrganization, morningOf } from './found-organization';
import { depsAt, historyOf, loadHistory } from './history';
import { uploadOurselves } from './ourselves';
import { addOwnProducts } from './own-catalog';
import { makePack } from './packs';
import { makeTeamPlans } from './plans';
import { promiseSupport } from './promises';
import { readDemoRegistries } from './registries';
import { keepForSomeTime } from './retention';
import { makeTeams } from './teams';
import { trustRepositories } from './trusted-repositories';
import { saveViews } from './views';
import { askForWaivers } from './waivers';
import { noteLastUses, removeEverything } from './repository';
import { DEMO_PASSWORD } from './settings';

const demoSetting = z.object({ loadedAt: z.string().nullable() });

/**
 * Sees to it that the database holds the demo: loads it the first time, after a load that was cut short and
 * when `reset` asks for it.
 * @param say prints a line
 * @throws ConfigurationError when somebody's real installation is in the database
 */
export async function prepareDemo(
  deps: Deps,
  { reset, projects }: { readonly reset: boolean; readonly projects: readonly SeedProject[] },
  say: (line: string) => void,
): Promise<void> {
  const known = demoSetting.safeParse(await findSetting(deps.db, DEMO_SETTING)).data;
  if (!known && (await hasUsers(deps.db))) {
    throw new ConfigurationError(
      `${deps.env.dataDir} holds an installation that is not the demo. Set DATA_DIR to another folder, or leave it unset.`,
    );
  }
  if (known?.loadedAt && !reset) {
    say('The demo is loaded already; "npm run demo -- --reset" loads it afresh.');
    return;
  }
  if (known) await deps.db.transaction(removeEverything);
  await loadDemo(deps, projects, progressPrinter(say));
}

const PROGRESS_STEP = 0.1;

function progressPrinter(say: (line: string) => void): (share: number) => void {
  let next = 0;
  return (share) => {
    if (share < next) return;
    say(`Loading 18 months of scans… ${String(Math.floor(share * 100))}%`);
    next = Math.min(1, (Math.floor(share / PROGRESS_STEP) + 1) * PROGRESS_STEP);
    if (share >= 1) next = Infinity;
  };
}

/** Under this name the installation remembers that it is a demo, and since when it is complete. */
export const DEMO_SETTING = 'demo';

/**
 * Loads the organization of these projects into a database that holds nothing else.
 * @param onProgress is told the share that is done, from 0 to 1
 */
export async function loadDemo(
  deps: Deps,
  projects: readonly SeedProject[],
  onProgress: (share: number) => void,
): Promise<void> {
  const now = deps.clock.now();
  const today = dayOf(now);
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const founded = await deps.db.transaction(async (tx) => {
    await saveSetting(tx, DEMO_SETTING, { loadedAt: null }, now);
    return foundDemoOrganization(tx, passwordHash, today);
  });
  const uploads = generateUploads(projects, today);
  const events = historyOf(founded, projects, today);
  await loadHistory(deps, { uploads, events, callers: founded.callers }, onProgress);
  await uploadOurselves(depsAt(deps, morningOf(today, 1)), founded.callers);
  await reportClusters(deps, founded.admin.organizationId);
  // What nobody has scanned for ninety days is retired, as the job of the service does.
  await followRetirements(deps, new AbortController().signal);
  await keepForSomeTime(depsAt(deps, morningOf(today, 1)), founded.admin);
  await makeTeams(deps, founded.admin);
  await addOwnProducts(deps, founded.admin);
  await readDemoRegistries(depsAt(deps, morningOf(today, 1)));
  await enterContracts(deps, founded.admin);
  await trustRepositories(deps, founded.admin);
  await makeTeamPlans(deps, founded.admin);
  await subscribe(deps, founded.admin);
  await askForWaivers(deps, founded.admin);
  await promiseSupport(deps, founded.admin);
  await makePack(deps, founded.admin);
  await saveViews(deps, founded.admin);
  await tidyInboxes(deps, founded.admin.organizationId);
  await noteLastUses(founded.admin.organizationId, deps.db);
  await saveSetting(deps.db, DEMO_SETTING, { loadedAt: now.toISOString() }, now);
}
