import { v7 as uuidv7 } from 'uuid';
import { messageRule } from '@/domain/message/rule';
import { createChannel, pauseChannel } from '@/server/channel/service/channels';
import { createRule } from '@/server/message-rule/service/rules';
import type { Actor } from '@/server/platform/auth/principal';
import type { Deps } from '@/server/platform/deps';
import { softwareKey } from '@/domain/message/software-key';
import { beginTicket, updateTicket } from '@/server/ticket/service';
import type { SeedChannel, SeedTicket } from '../../../prisma/seed/organization/channels';

/** Adds a channel of the demo, with a rule that leads to it. What a paused one would have carried is listed as dropped. */
export async function addChannel(
  deps: Deps,
  admin: Actor,
  { draft, isPaused, hears, tickets = [] }: SeedChannel,
): Promise<void> {
  const { id } = await createChannel(deps, admin, draft);
  for (const ticket of tickets) await noteTicket(deps, admin, id, ticket);
  if (isPaused) await pauseChannel(deps, admin, id);
  await createRule(deps, admin, messageRule.parse({ ...hears, channel_ids: [id] }));
}

const TRACKER = 'https://jira.example.com';

/** Notes a ticket that nobody has made: the demo asks no stranger to. */
async function noteTicket(
  { db, clock }: Deps,
  { organizationId }: Actor,
  channelId: string,
  { product, cycle, name, isSolved }: SeedTicket,
): Promise<void> {
  const at = clock.now();
  const key = { organizationId, channelId, itemKey: softwareKey(product, cycle, null) };
  await beginTicket(key, db, {
    ...{ place: `${TRACKER} PLAT`, title: `${product} ${cycle}: support ends`, at },
    ...{ reasons: isSolved ? [] : ['support.ends'], messageId: uuidv7({ msecs: at.getTime() }) },
  });
  const shown = { remoteId: name, name, address: `${TRACKER}/browse/${name}` };
  await updateTicket(key, db, { ...shown, solvedAt: isSolved ? at : null }, at);
}
