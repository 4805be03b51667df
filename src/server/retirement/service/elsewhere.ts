import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import { countDaysFrom } from '../repository/rules';
import { IMAGES_AT_ONCE } from './round';

/**
 * Has rules count their days from now for what a Dependency-Track server lists as in use, which is soon not known any more: its scans may
 * be years old, as what has not changed there is not fetched again. In pieces, each a transaction, for which uploads wait shortly.
 */
export async function countDaysFromNow(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  organizationId: OrganizationId,
): Promise<void> {
  const at = clock.now();
  let counted = IMAGES_AT_ONCE;
  while (counted === IMAGES_AT_ONCE)
    counted = await db.transaction((tx) => countDaysFrom(organizationId, tx, at, IMAGES_AT_ONCE));
}
