import { setTimeout as sleep } from 'node:timers/promises';
import type { WebhookReceiver } from '@/test/webhook-receiver';
import { settled } from '../kills/job';
import { leftovers, type Looked } from '../kills/drained';
import { MATCHES, type Across } from './across';
import type { Side } from './side';

const ARRIVED_WITHIN_MS = 60_000;

/** Looks at the database and the receiver once all is over; tells what is not as it should be. */
export async function afterwards(
  looked: Looked,
  {
    sides,
    across,
    receiver,
    drainedWithinMs,
  }: {
    sides: readonly Side[];
    across: Across;
    receiver: WebhookReceiver;
    drainedWithinMs: number;
  },
): Promise<string[]> {
  return [
    ...(await messages(across.denied, receiver)),
    ...(await leftovers(looked, drainedWithinMs)),
    ...(await lostImages(looked, new Set(sides.flatMap(({ acknowledged }) => [...acknowledged])))),
    ...(await halfUploads(looked, across.uploaded)),
  ];
}

/** Nobody takes a message twice from the outbox, and none stays in it. */
async function messages(
  denied: readonly string[],
  { requests }: WebhookReceiver,
): Promise<string[]> {
  const missing = () => {
    const told = requests.map(({ body }) => body).join('\n');
    return Promise.resolve(denied.filter((image) => !told.includes(image)));
  };
  const left = await settled(missing, ARRIVED_WITHIN_MS, () => sleep(100));
  const ids = requests.map(({ headers }) => headers['webhook-id']);
  const again = ids.length - new Set(ids).size;
  return [
    ...left.map((image) => `messages: nobody was told that ${image} is denied`),
    ...(again > 0 ? [`messages: ${String(again)} were sent twice`] : []),
  ];
}

async function lostImages({ ask }: Looked, acknowledged: ReadonlySet<string>): Promise<string[]> {
  const rows = await ask<{ id: string }>('SELECT id FROM image_tag WHERE deleted_at IS NULL');
  const stored = new Set(rows.map(({ id }) => id));
  return [...acknowledged]
    .filter((id) => !stored.has(id))
    .map((id) => `uploads: image ${id} was acknowledged and is not there`);
}

async function halfUploads({ ask }: Looked, uploaded: readonly string[]): Promise<string[]> {
  const rows = await ask<{ name: string; findings: number }>(
    `SELECT t.name, (SELECT count(*)::int FROM finding f
                      WHERE f.organization_id = t.organization_id AND f.image_tag_id = t.id AND f.is_open) AS findings
       FROM image_tag t WHERE t.deleted_at IS NULL AND t.name LIKE 'rolling-%'`,
  );
  const stored = new Map(rows.map(({ name, findings }) => [name, findings]));
  return uploaded
    .filter((name) => stored.get(name) !== MATCHES)
    .map((name) => `uploads: ${name} has ${String(stored.get(name) ?? 'no')} findings`);
}
