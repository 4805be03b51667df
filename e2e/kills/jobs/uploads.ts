import { everyFormat } from '@/domain/inventory/document/testing/every-format';
import type { ApiAnswer } from '../../api/harness/api-client';
import { imageScan } from '../../api/harness/payloads';
import type { Job } from '../job';
import type { Installation } from '../world';

export const CLIENTS = 3;
/** So many by each client. */
export const UPLOADS = 8;
const MATCHES = 40;
const PACKAGES = 60;

interface Accepted {
  readonly name: string;
  readonly imageTagId: string;
}

const scanOf = (name: string) =>
  imageScan({
    project: 'kills',
    image: name,
    matches: Array.from({ length: MATCHES }, (_, n) => ({
      product: `Product ${String(n)}`,
      cycle: '1',
    })),
  });
const documents = [...everyFormat(PACKAGES)];
/** Prime to how many formats there are: rounds that come every so often begin with each of them in turn. */
const FORMATS_A_ROUND = 5;

type Document = readonly [format: string, text: string];

/** The document that one upload of a round brings, by its number in it: of the format that has its turn; null: a scan. */
export function documentOf(round: number, number: number): Document | null {
  if (number % 2 === 0) return null;
  return documents[(round * FORMATS_A_ROUND + (number >> 1)) % documents.length] ?? null;
}

/** One upload; null where no answer came, or it was said that it could not be done. */
async function upload(
  { api, tried }: Uploader,
  name: string,
  document: Document | null,
): Promise<Accepted | null> {
  const headers = { 'content-type': 'application/json' };
  const query = { name, project: 'kills' };
  const answer = await tried(() =>
    document === null
      ? api.put('/v2/scan', scanOf(name))
      : api.put('/sbom', Buffer.from(document[1]), { query, headers }),
  );
  if (answer === null || answer.status === 503) return null;
  if (answer.status !== 200)
    throw new Error(`An upload was answered ${String(answer.status)}: ${answer.text}`);
  const { image_tag_id: imageTagId } = answer.json as { image_tag_id: string }; // held against its schema
  return { name: `${name} (${document?.[0] ?? 'scan'})`, imageTagId };
}
interface Uploader {
  readonly api: Installation['api'];
  readonly tried: (call: () => Promise<ApiAnswer>) => Promise<ApiAnswer | null>;
}

interface Stored {
  readonly id: string;
  readonly name: string;
  readonly findings: number;
  readonly packages: number;
}

const storedLike = (prefix: string) => `
  SELECT t.id, t.name,
         (SELECT count(*)::int FROM finding f WHERE f.organization_id = t.organization_id AND f.image_tag_id = t.id AND f.is_open) AS findings,
         coalesce((SELECT cardinality(v.component_ids) FROM inventory v WHERE v.organization_id = t.organization_id AND v.id = t.inventory_id), 0)::int AS packages
    FROM image_tag t
   WHERE t.deleted_at IS NULL AND t.name LIKE '${prefix}%'`;

/** Scans and SBOMs of several clients: whatever was acknowledged is there whole, and what was not is whole or not there. */
export const uploads: Job = {
  name: 'uploads',
  needsServer: true,
  begin(installation, round) {
    const prefix = `round${String(round)}x`;
    const accepted: Accepted[] = [];
    const { api } = installation;
    const uploader = { api, tried: installation.tried.bind(installation) };
    const client = async (which: number) => {
      for (let n = 0; n < UPLOADS; n += 1) {
        const name = `${prefix}${String(which)}x${String(n)}`;
        const one = await upload(uploader, name, documentOf(round, which + n));
        if (one) accepted.push(one);
      }
    };
    const ended = Promise.all(Array.from({ length: CLIENTS }, (_, which) => client(which))).then(
      () => undefined,
    );
    const check = async () => {
      const stored = await installation.ask<Stored>(storedLike(prefix));
      const faults = faultsOf(accepted, stored);
      // So that the last round has no more to do than the first.
      for (const { id } of stored) await installation.api.delete(`/image_tags/${id}`);
      return faults;
    };
    return Promise.resolve({ ended, check });
  },
};

function faultsOf(accepted: readonly Accepted[], stored: readonly Stored[]): string[] {
  const known = new Map(stored.map((one) => [one.id, one]));
  const lost = accepted.filter(({ imageTagId }) => !known.has(imageTagId));
  const half = stored.filter(
    ({ findings, packages }) => findings !== MATCHES && packages !== PACKAGES,
  );
  return [
    ...lost.map(({ name }) => `${name} was acknowledged and is not there`),
    ...half.map(
      ({ name, findings, packages }) =>
        `${name} is there in part: ${String(findings)} findings, ${String(packages)} packages`,
    ),
  ];
}
