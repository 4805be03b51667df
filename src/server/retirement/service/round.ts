import { dayOf } from '@/domain/eol/calendar';
import { recordOwnAudit } from '@/server/audit/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import { giveTurns, type Turns } from '@/server/platform/jobs/turns';
import {
  findOrganizations,
  findRules,
  findToBringBack,
  findToRetire,
  lockToRetire,
  noteLooked,
  noteRunning,
  type RuleFacts,
} from '../repository/rules';
import { heardImages } from './heard';
import { bringBackByItself, retireLocked } from './retirements';
import { factsOf } from './rules';

export type RoundDeps = Pick<Deps, 'db' | 'clock' | 'logger'>;

/** Images that one transaction writes, for which uploads of them wait: some tens of milliseconds. */
export const IMAGES_AT_ONCE = 200;

/**
 * Goes through the organizations: brings back what clusters run again, and once a day, or after a change, follows the
 * rules. In pieces, each a transaction: what a kill leaves, the next round does. An organization that fails keeps no other
 * from its turn.
 */
export async function followRetirements(deps: RoundDeps, signal: AbortSignal): Promise<Turns> {
  const all = await findOrganizations(deps.db, dayOf(deps.clock.now()));
  const follow = async (organizationId: OrganizationId, { isDue }: (typeof all)[number]) => {
    await bringBackRunning(deps, organizationId, signal);
    if (isDue) await followRules(deps, organizationId, signal);
  };
  return giveTurns(deps, all, follow, { failure: 'images could not be retired', signal });
}

/** Notes what runs, and brings back what of it is retired. */
async function bringBackRunning(
  deps: RoundDeps,
  organizationId: OrganizationId,
  signal: AbortSignal,
): Promise<void> {
  const { heard, running } = await heardImages(organizationId, deps.db, deps.clock.now());
  for (let from = 0; from < heard.length; from += IMAGES_AT_ONCE) {
    signal.throwIfAborted();
    const some = heard.slice(from, from + IMAGES_AT_ONCE);
    await deps.db.transaction((tx) => noteRunning(organizationId, tx, some));
  }
  for (const { imageTagId } of running.filter(({ isRetired }) => isRetired)) {
    signal.throwIfAborted();
    await bringBackByItself(deps, organizationId, imageTagId, 'running');
  }
}

async function followRules(
  deps: RoundDeps,
  organizationId: OrganizationId,
  signal: AbortSignal,
): Promise<void> {
  const day = dayOf(deps.clock.now());
  const rules = await findRules(organizationId, deps.db);
  if (!rules || (rules.from !== null && rules.from > day)) return;
  const facts = await factsOf(deps, organizationId, rules);
  let retired = 0;
  for (let ids = await someToRetire(deps, organizationId, facts); ids.length > 0;) {
    signal.throwIfAborted();
    retired += await retireSome(deps, organizationId, facts, ids);
    ids = await someToRetire(deps, organizationId, facts);
  }
  let broughtBack = 0;
  for (;;) {
    const ids = await findToBringBack(organizationId, deps.db, facts, IMAGES_AT_ONCE);
    if (ids.length === 0) break;
    for (const id of ids) {
      signal.throwIfAborted();
      if (await bringBackByItself(deps, organizationId, id, 'rule_changed')) broughtBack += 1;
    }
  }
  await noteLooked(organizationId, deps.db, { day, changes: rules.changes });
  if (retired + broughtBack > 0)
    deps.logger.info({ organizationId, retired, broughtBack }, 'images were retired by rules');
}

async function someToRetire(
  { db }: RoundDeps,
  organizationId: OrganizationId,
  facts: RuleFacts,
): Promise<string[]> {
  const images = await findToRetire(organizationId, db, facts, IMAGES_AT_ONCE);
  return images.map(({ id }) => id);
}

/** Retires those of some images that are to be when they are locked. @returns their number */
function retireSome(
  { db, clock }: RoundDeps,
  organizationId: OrganizationId,
  facts: RuleFacts,
  ids: readonly string[],
): Promise<number> {
  return db.transaction(async (tx) => {
    const images = await lockToRetire(organizationId, tx, facts, ids);
    if (images.length === 0) return 0;
    const at = clock.now();
    await retireLocked(tx, organizationId, images, { at, note: null, by: null });
    await recordOwnAudit(tx, organizationId, {
      ...{ at, action: 'image.retire_by_rule' },
      ...{ subjectKind: 'organization', subjectId: organizationId },
      before: { images: images.map(({ id }) => id), retired_at: null },
      after: {
        retired_at: at,
        images: images.map(({ id, reason, days }) => ({ id, reason, days })),
      },
    });
    return images.length;
  });
}
