import { z } from 'zod';
import type { AskableDeps } from '@/test/with-query';
import type { ApiClient } from '../../api/harness/api-client';
import { type TenantWorld, unique } from '../../api/harness/tenant-world';
import type { Find } from './plausible';

/** The kinds of records that requests name, by the words that inputs, procedures and addresses have for them. */
export const NOUNS = [
  ...(['apiKey', 'audit', 'buildToken', 'channel', 'cluster', 'contract', 'feedToken'] as const),
  ...(['finding', 'from', 'identifier', 'image', 'imageTag', 'inbox', 'invitation'] as const),
  ...(['knowledge', 'member', 'message', 'messageRule', 'note', 'organization'] as const),
  ...(['ownCatalog', 'pack', 'package', 'plan', 'policy', 'project', 'refusedUpload'] as const),
  ...(['retirement', 'rule', 'sbom', 'scan', 'schedule', 'software', 'source'] as const),
  ...(['supportPromise', 'team', 'to', 'user', 'waiver'] as const),
] as const;
type Noun = (typeof NOUNS)[number];

/** Records that requests name. */
export interface Records {
  /** An id of each kind of record. */
  readonly ids: Readonly<Partial<Record<string, string>>>;
  /** What is called by a name in the place of an id, by the words that inputs have for it. */
  readonly texts: Readonly<Partial<Record<string, string>>>;
  /** The secret in the address of a feed. */
  readonly feedToken: string;
}

/** Makes a record of each kind in the world's organization, through the API as far as that makes them. */
export async function makeRecords(
  world: TenantWorld,
  client: ApiClient,
  { db }: Pick<AskableDeps, 'db'>,
): Promise<Records> {
  const scanned = await world.scanned();
  const held = await world.heldPackage();
  const delivery = await world.delivery();
  const feed = await client.post('/feed_tokens', { scope: 'organization', label: 'Calendar' });
  const { id: feedTokenId, token } = feedTokenSchema.parse(feed.json);
  const { organizationId } = world;
  const idpId = await world.idpId();
  // It is refused, and noted; and somebody is invited.
  await client.put('/v2/scan', { Matches: 1 });
  const invited = { email: `${unique('invited')}@example.com`, role: 'viewer' };
  await client.post(`/idp/${idpId}/invitations`, invited);
  const stored = await storedIn(db, organizationId, scanned.findingId, held.image_tag_id);
  const user = await world.memberId();
  const image = held.image_tag_id;
  const messageRule = await world.messageRuleId();
  const ids: Readonly<Record<Noun, string>> = {
    ...{ apiKey: await world.apiKeyId(), audit: stored.audit },
    ...{ buildToken: await world.trustedRepositoryId(), knowledge: await world.ownSoftwareId() },
    ...{ channel: delivery.id, inbox: delivery.message_id, message: delivery.message_id },
    ...{ cluster: await world.clusterId(), contract: await world.contractId() },
    ...{ feedToken: feedTokenId, finding: scanned.findingId },
    ...{ image, imageTag: image, from: image, to: image, package: held.package_id },
    ...{ invitation: stored.invitation, retirement: image, sbom: image },
    ...{ member: user, user, messageRule, rule: messageRule, note: await world.noteId() },
    ...{ organization: organizationId, ownCatalog: await world.ownProductId() },
    ...{ source: await world.catalogSourceId(), identifier: await world.ownIdentifierId() },
    pack: await world.packId(),
    ...{ schedule: await world.scheduleId(), plan: await world.planId() },
    ...{ policy: await world.policyId(), project: scanned.projectId },
    ...{ refusedUpload: stored.refusedUpload, scan: stored.scan, software: stored.software },
    supportPromise: await world.promisedProjectId(),
    ...{ team: await world.teamId(), waiver: await world.waiverId() },
  };
  const missing = NOUNS.filter((noun) => ids[noun] === '');
  if (missing.length > 0) throw new Error(`There is no record of: ${missing.join(', ')}`);
  return { ids, texts: textsOf(scanned, idpId), feedToken: token };
}

/** What has come to be without an answer that names it. */
async function storedIn(
  db: AskableDeps['db'],
  organizationId: string,
  findingId: string,
  imageTagId: string,
) {
  const newest = async (table: string) => {
    const [row] = await db.query<{ id: string }>(
      `SELECT id FROM ${table} WHERE organization_id = $1 ORDER BY id DESC LIMIT 1`,
      [organizationId],
    );
    return row?.id ?? '';
  };
  const [found] = await db.query<{ software: string; scan: string }>(
    `SELECT f.software_id AS software, t.latest_scan_id AS scan FROM finding f
       JOIN image_tag t ON t.organization_id = f.organization_id AND t.id = $2 WHERE f.id = $1`,
    [findingId, imageTagId],
  );
  return {
    ...{ audit: await newest('audit_event'), invitation: await newest('invitation') },
    ...{ refusedUpload: await newest('refused_upload') },
    ...{ software: found?.software ?? '', scan: found?.scan ?? '' },
  };
}

const feedTokenSchema = z.object({ id: z.string(), token: z.string() });

const textsOf = (
  { project, image, product }: Record<'project' | 'image' | 'product', string>,
  idpId: string,
) => ({
  ...{ project, projectName: project, image, imageName: image },
  ...{ product, productName: product, slug: 'nodejs', cycle: '1', idpOrg: idpId },
});

/** The noun in the name of something: `image_tag_id` and `imageTagIds` name an image tag; `id` alone names none. */
const wordOf = (property: string) =>
  property
    .replace(/_?ids?$/i, '')
    .replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());

/** Other words for the same. */
const SYNONYMS: Readonly<Record<string, string>> = {
  ...{ owner: 'user', ownerTeam: 'team', decidedBy: 'policy', fromScan: 'scan', toScan: 'scan' },
  until: 'message',
};

/** What the `id` of a procedure is of, where its router is about something else. */
const OTHER_NOUNS: Readonly<Record<string, string>> = {
  ...{ 'ownCatalog.deleteIdentifier': 'identifier', 'ownCatalog.updateSource': 'source' },
  ...{ 'ownCatalog.deleteSource': 'source', 'ownCatalog.readSource': 'source' },
  ...{ 'pack.changeSchedule': 'schedule', 'pack.deleteSchedule': 'schedule' },
  ...{ 'retirement.projectRule': 'project', 'retirement.changeProjectRule': 'project' },
  ...{ 'team.ownerOf': 'project', 'team.setOwner': 'project', 'team.setOwners': 'project' },
  'team.uploadCodeowners': 'project',
};

/**
 * Says what an input of a procedure is an id of: what its property says, else what the procedure is about, by its router
 * (`team.get`).
 */
export function nounOf(procedure: string, property: string): string {
  const [router = ''] = procedure.split('.');
  const word = wordOf(property);
  return word === '' ? (OTHER_NOUNS[procedure] ?? router) : (SYNONYMS[word] ?? word);
}

/** Finds what the inputs of a procedure name. */
export function findIn({ ids, texts }: Records, procedure: string): Find {
  return (property, format) =>
    format === 'uuid' ? ids[nounOf(procedure, property)] : texts[wordOf(property)];
}
