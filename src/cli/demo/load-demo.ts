import { dayOf } from '@/domain/eol/calendar';
import type { Deps } from '@/server/platform/deps';
import { saveSetting } from '@/server/platform/db/settings';
import { hashPassword } from '@/server/user/service/password';
import type { SeedProject } from '../../../prisma/seed/scenario/scenario';
import { generateUploads } from '../../../prisma/seed/uploads/generate-uploads';
import { foundDemoOrganization } from './found-organization';
import { historyOf } from './history';
import { loadHistory } from './load-uploads';
import { noteLastUses } from './repository';
import { DEMO_PASSWORD } from './sign-in';

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
  await noteLastUses(founded.admin.organizationId, deps.db);
  await saveSetting(deps.db, DEMO_SETTING, { loadedAt: now.toISOString() }, now);
}
