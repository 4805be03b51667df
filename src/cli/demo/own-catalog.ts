import { stringify } from 'yaml';
import { addDays, dayOf } from '@/domain/eol/calendar';
import { applyOwnCatalog } from '@/server/catalog/service/own-catalog';
import type { Actor } from '@/server/platform/auth/principal';
import type { Deps } from '@/server/platform/deps';
import { ownCatalog } from '../../../prisma/seed/organization/own-catalog';

/** Adds the products that the organization of the demo builds itself, as its file says. */
export async function addOwnProducts(deps: Deps, admin: Actor): Promise<void> {
  const today = dayOf(deps.clock.now());
  const products = ownCatalog.map(({ cycles, ...product }) => ({
    ...product,
    cycles: cycles.map(({ name, releasedDaysAgo, supportedForDays }) => ({
      name,
      releasedOn: addDays(today, -releasedDaysAgo),
      supportedUntil: addDays(today, supportedForDays),
    })),
  }));
  const file = stringify({ version: 1, products });
  const options = { isDryRun: false, removesOthers: false, reason: 'Ours' };
  await applyOwnCatalog(deps, admin, file, options);
}
