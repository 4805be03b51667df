import { CHANNEL_CREDENTIALS } from '@/domain/channel/channel';
import { failed, type Outcome } from '@/domain/channel/outcome';
import { pagerEvents, type PagerEvent } from '@/domain/message/pagerduty';
import { givenUpIfRefused, post } from './post';
import type { Sender, Sent } from './sender';

const partOf = (event: PagerEvent, index: number) =>
  `${String(index)} ${event.event_action} ${event.dedup_key}`;

/**
 * Sends the events of a message one after the other, each that was taken once. They are idempotent beside that: one that
 * is sent again has the key of its alert. Stops at the first that fails, and once the channel's turn is over.
 */
export const sendToPagerDuty: Sender<'pagerduty'> = async (deps, attempt) => {
  const { channel, message, organizationId, done, markDone, mayGoOn } = attempt;
  if (!channel.secret) return failed('secret', 'This channel has no routing key any more');
  const { routing_key: key } = CHANNEL_CREDENTIALS.pagerduty.parse(
    JSON.parse(channel.secret.reveal()),
  );
  const events = pagerEvents(message.content, { origin: deps.env.publicUrl, organizationId });
  const none = events.length === 0 ? 'No alert is kept of this' : 'All of it was taken before';
  let last: Outcome = { isDelivered: true, status: null, answer: none };
  for (const [index, event] of events.entries()) {
    const part = partOf(event, index);
    if (done.has(part)) continue;
    const { outcome } = await post(deps, {
      url: channel.settings.url,
      headers: { 'content-type': 'application/json', 'user-agent': 'Eventide/1' },
      body: JSON.stringify({ routing_key: key, ...event }),
      secrets: [key],
    });
    if (!outcome.isDelivered) return givenUpIfRefused(outcome);
    await markDone(part);
    last = outcome;
    if (index + 1 < events.length && !mayGoOn()) return { ...outcome, isPart: true };
  }
  return last;
};

/** The events without the routing key. */
export function pagerDutyBodyOf({ content, origin, organizationId }: Sent): string {
  return JSON.stringify(pagerEvents(content, { origin, organizationId }));
}
