import { setTimeout as sleep } from 'node:timers/promises';
import { startWebhookReceiver, type WebhookReceiver } from '@/test/webhook-receiver';
import type { ApiAnswer } from '../../api/harness/api-client';
import { imageScan } from '../../api/harness/payloads';
import { DRAINED_WITHIN_MS } from '../drained';
import { type Job, settled } from '../job';
import type { Installation } from '../world';

const MESSAGES = 12;
/** The receiver takes its time, so that there is a middle to be killed in. */
const ANSWERS_AFTER_MS = 40;

interface Outbox {
  readonly receiver: WebhookReceiver;
  close(): Promise<void>;
}

function created(answer: ApiAnswer): string {
  if (answer.status !== 201) throw new Error(`It was not made: ${answer.text}`);
  return (answer.json as { id: string }).id; // held against its schema
}

/** A policy that denies, and a channel that hears of it. */
export async function prepareOutbox({ api }: Installation): Promise<Outbox> {
  const receiver = await startWebhookReceiver();
  receiver.answer((response) => {
    setTimeout(() => response.writeHead(204).end(), ANSWERS_AFTER_MS);
  });
  created(
    await api.post('/v1/policy', {
      policy_scope: 'project',
      project_name: 'denied',
      policy_type: 'EOL',
      deny_days: 0,
    }),
  );
  const channel = { kind: 'webhook', name: 'Receiver', settings: { url: receiver.url } };
  const id = created(await api.post('/channels', channel));
  const rule = { name: 'Denials', kinds: ['build.denied'], tempo: 'at_once', channel_ids: [id] };
  created(await api.post('/message_rules', rule));
  return { receiver, close: () => receiver.close() };
}

/** Messages of denied builds: each that an acknowledged upload has caused arrives, at least once. */
export function outbox({ receiver }: Outbox): Job {
  return {
    name: 'outbox',
    needsServer: true,
    begin(installation, round) {
      const accepted = new Map<string, string>();
      const { api } = installation;
      const upload = async () => {
        for (let n = 0; n < MESSAGES; n += 1) {
          const image = `denied${String(round)}x${String(n)}`;
          const scan = imageScan({
            project: 'denied',
            image,
            matches: [{ product: 'Old', cycle: '1' }],
          });
          const answer = await installation.tried(() => api.put('/v2/scan', scan));
          if (answer?.status === 200)
            accepted.set(image, (answer.json as { image_tag_id: string }).image_tag_id);
        }
      };
      const missing = () => {
        const bodies = receiver.requests.map(({ body }) => body).join('\n');
        const left = [...accepted.keys()].filter(
          (image) => !bodies.includes(`${image}"`) && !bodies.includes(`${image}:`),
        );
        return Promise.resolve(left.map((image) => `nobody was told that ${image} is denied`));
      };
      const arrived = async () => {
        await upload();
        await settled(missing, 5_000, () => sleep(20));
      };
      const check = async () => {
        const left = await settled(missing, DRAINED_WITHIN_MS, () => sleep(100));
        for (const id of accepted.values()) await installation.api.delete(`/image_tags/${id}`);
        return [...left];
      };
      return Promise.resolve({ ended: arrived(), check });
    },
  };
}
