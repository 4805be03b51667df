import { parseSecret } from '@/domain/api-key/api-key';
import { createFeedToken } from '@/server/feed-token/service';
import type { Actor } from '@/server/platform/auth/principal';
import type { Deps } from '@/server/platform/deps';
import { DEMO_FEED_TOKEN } from './settings';

/** Makes the feeds of the demo, whose addresses are printed. */
export async function subscribe(deps: Deps, admin: Actor): Promise<void> {
  const known = parseSecret('feedToken', DEMO_FEED_TOKEN);
  if (!known) throw new Error('The token of the demo has not the form of one');
  const whole = { label: 'Team calendar', scope: 'organization', subject: null } as const;
  await createFeedToken(deps, admin, { ...whole, expiresAt: null }, known);
}
