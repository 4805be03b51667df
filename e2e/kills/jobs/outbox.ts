import { setTimeout as sleep } from 'node:timers/promises';
import { addDays, dayOf } from '@/domain/eol/calendar';
import { imageScan } from '../../api/harness/payloads';
import { DRAINED_WITHIN_MS } from '../drained';
import { type Job, settled } from '../job';
import { AT_ONCE, created, type Receivers, writtenTo } from '../receivers';
import type { Installation } from '../world';

const MESSAGES = 12;
/** A waiver is asked for after so many of them. */
const WAIVER_EVERY = 4;

/** What was acknowledged in a round. */
interface Accepted {
  /** The ids of images by their names. */
  readonly images: Map<string, string>;
  /** The ids of waivers by the software that they are for. */
  readonly waivers: Map<string, string>;
}

/**
 * Messages of denied builds, by webhook and by mail, letters to admins, and mails to those who decide on waivers: each that an
 * acknowledged request has caused arrives, at least once.
 */
export function outbox(receivers: Receivers): Job {
  return {
    name: 'outbox',
    needsServer: true,
    begin(installation, round) {
      const accepted: Accepted = { images: new Map(), waivers: new Map() };
      const since = {
        requests: receivers.webhook.requests.length,
        mails: receivers.mails.mails.length,
      };
      const missing = () => Promise.resolve(missingIn(receivers, accepted, since));
      const arrived = async () => {
        await cause(installation, round, accepted);
        await settled(missing, 5_000, () => sleep(20));
      };
      const check = async () => {
        const left = await settled(missing, DRAINED_WITHIN_MS, () => sleep(100));
        await forget(installation, accepted);
        return [...left];
      };
      return Promise.resolve({ ended: arrived(), check });
    },
  };
}

async function cause(
  installation: Installation,
  round: number,
  { images, waivers }: Accepted,
): Promise<void> {
  const { api } = installation;
  for (let n = 0; n < MESSAGES; n += 1) {
    const image = `denied${String(round)}x${String(n)}`;
    const matches = [{ product: 'Old', cycle: '1' }];
    const scan = imageScan({ project: 'denied', image, matches });
    const answer = await installation.tried(() => api.put('/v2/scan', scan));
    if (answer?.status === 200)
      images.set(image, (answer.json as { image_tag_id: string }).image_tag_id); // held against its schema
    if (n % WAIVER_EVERY !== 0) continue;
    const product = `Waived${String(round)}x${String(n)}`;
    const asked = await installation.tried(() => api.post('/waivers', waiverFor(product)));
    if (asked?.status === 201) waivers.set(product, created(asked));
  }
}

const waiverFor = (product: string) => ({
  ...{ scope: 'project', project_name: 'denied', product_name: product, cycle: '1' },
  ...{ reason: 'It is being moved', ends_on: addDays(dayOf(new Date()), 30) },
});

function missingIn(
  { webhook, mails, admin }: Receivers,
  { images, waivers }: Accepted,
  since: { readonly requests: number; readonly mails: number },
): string[] {
  const bodies = webhook.requests.slice(since.requests).map(({ body }) => body);
  const heard: Readonly<Record<string, string>> = {
    'the webhook': bodies.join('\n'),
    'the mail channel': writtenTo(mails, AT_ONCE, since.mails),
    'the admin': writtenTo(mails, admin, since.mails),
  };
  const untold = Object.entries(heard).flatMap(([who, text]) =>
    [...images.keys()]
      .filter((image) => !text.includes(`${image}"`) && !text.includes(`${image}:`))
      .map((image) => `${who} was not told that ${image} is denied`),
  );
  const unasked = [...waivers.keys()].filter((product) => !heard['the admin']?.includes(product));
  return [...untold, ...unasked.map((product) => `nobody was asked to decide on ${product}`)];
}

/** So that the last round has no more to do than the first, and nobody has had as many mails as they get in an hour. */
async function forget(installation: Installation, { images, waivers }: Accepted): Promise<void> {
  for (const id of images.values()) await installation.api.delete(`/image_tags/${id}`);
  for (const id of waivers.values()) await installation.api.post(`/waivers/${id}/withdraw`);
  await installation.ask(`DELETE FROM letter WHERE due_at IS NULL`);
  await installation.ask(`DELETE FROM rate_limit WHERE key LIKE '%waiver-mail%'`);
}
