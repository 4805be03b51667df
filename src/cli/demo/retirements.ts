import type { Actor } from '@/server/platform/auth/principal';
import type { Deps } from '@/server/platform/deps';
import { retireImage } from '@/server/retirement/service/retirements';
import type { SeedRetirement } from '../../../prisma/seed/organization/retirements';
import { findImageId } from './repository';

/**
 * Retires an image as somebody did by hand; nothing where these projects have no such image.
 * @param deps with a clock that says when
 */
export async function retireByHand(
  deps: Deps,
  admin: Actor,
  retirement: SeedRetirement,
): Promise<void> {
  const id = await findImageId(admin.organizationId, deps.db, retirement);
  if (id !== null) await retireImage(deps, admin, id, retirement.note);
}
