import { z } from 'zod';
import { failed } from '@/domain/channel/outcome';
import { liveKeys, signedHeaders, signingKeys } from '@/domain/channel/standard-webhook';
import { webhookBody } from '@/domain/channel/webhook-body';
import type { Secret } from '@/server/platform/secrets/secret';
import { post } from './post';
import type { Sender, Sent } from './sender';

/** A channel signs with one generation of keys, and with two while they are exchanged. */
const webhookSecret = z.object({ keys: z.array(signingKeys).min(1).max(2) });
export type WebhookSecret = z.output<typeof webhookSecret>;

export function readWebhookSecret(secret: Secret): WebhookSecret {
  return webhookSecret.parse(JSON.parse(secret.reveal()));
}

export function webhookBodyOf({ content, createdAt, origin }: Sent): string {
  return webhookBody(content, createdAt, origin);
}

/** Sends a message as Standard Webhooks says. */
export const sendToWebhook: Sender<'webhook'> = async (deps, { channel, message }) => {
  if (!channel.secret) return failed('secret', 'This channel has no secret to sign with');
  const now = deps.clock.now();
  const keys = liveKeys(readWebhookSecret(channel.secret).keys, now);
  const body = webhookBody(message.content, message.createdAt, deps.env.publicUrl);
  const { outcome } = await post(deps, {
    url: channel.settings.url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Eventide-Webhooks/1',
      ...signedHeaders({ id: message.id, at: now, body }, keys),
    },
    body,
    secrets: keys.flatMap((one) => [one.secret, one.privateKey]),
  });
  return outcome;
};
