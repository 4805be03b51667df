import { createChannel, pauseChannel } from '@/server/channel/service/channels';
import type { Actor } from '@/server/platform/auth/principal';
import type { Deps } from '@/server/platform/deps';
import type { SeedChannel } from '../../../prisma/seed/organization/channels';

/** Adds a channel of the demo. What a paused one would have carried is listed as dropped. */
export async function addChannel(
  deps: Deps,
  admin: Actor,
  { draft, isPaused }: SeedChannel,
): Promise<void> {
  const { id } = await createChannel(deps, admin, draft);
  if (isPaused) await pauseChannel(deps, admin, id);
}
