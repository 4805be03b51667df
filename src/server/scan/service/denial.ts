import { adviseMove } from '@/domain/advice/advice';
import type { CatalogView } from '@/domain/catalog/view';
import type { Day } from '@/domain/eol/calendar';
import { identityOf } from '@/domain/identifiers/identity';
import { projectTitle } from '@/domain/identifiers/project-name';
import {
  asLine,
  asName,
  ofOneProject,
  dashboardPath,
  itemOf,
  MAX_ITEMS,
  MAX_KEPT_ITEMS,
  type MessageContent,
  type MessageItem,
} from '@/domain/message/content';
import { ownedBy, softwareKey } from '@/domain/message/software-key';
import type { Violation } from '@/domain/policy/violation';
import type { ScanSource } from '@/domain/scan/upload';
import { askPath } from '@/domain/waiver/ask-path';
import { isHeard, sendMessage } from '@/server/message/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import type { ScanAnswer } from '../dto';
import {
  findDenied,
  findGoneDenied,
  type KnownDenied,
  lockDenied,
  putDenied,
  releaseDenied,
  type Released,
  type ReleasedSoftware,
} from '../repository/denied';

export interface JudgedUpload {
  readonly answer: ScanAnswer;
  readonly projectName: string;
  readonly source: ScanSource;
  /** All that was found. */
  readonly found: readonly { readonly product: string; readonly cycle: string }[];
  readonly catalog: Pick<CatalogView, 'productNamed' | 'upstreamOf'>;
  readonly today: Day;
  readonly at: Date;
}

/**
 * Says that an upload was denied, in its own transaction, and what no image of its owner is denied for any more. Of one
 * image, whatever its tags, nothing is said again until other software of it is denied, or it was let through in between:
 * each push to a broken branch says the same. What it holds and was denied for is kept while it passes: a waiver ends.
 */
export async function tellOfDenial(
  tx: Transaction,
  organizationId: OrganizationId,
  upload: JudgedUpload,
): Promise<void> {
  const { answer, source, at } = upload;
  const imageKey = identityOf(answer.project_id, source.canonicalName);
  const denied = deniedBy(upload);
  const known = await findDenied(organizationId, tx, imageKey);
  if (isNothing(changesOf(upload, denied, known))) return;
  await lockDenied(organizationId, tx);
  const changes = changesOf(upload, denied, await findDenied(organizationId, tx, imageKey));
  const image = { imageKey, projectId: answer.project_id, canonicalName: source.canonicalName };
  const teamId = answer.owner?.team_id ?? null;
  const rows = changes.news.map(([itemKey, { product_name: productName, cycle }]) => ({
    ...{ itemKey, productName, cycle, teamId },
  }));
  await putDenied(organizationId, tx, image, rows, at);
  const released = await releaseDenied(organizationId, tx, imageKey, changes, at);
  if (rows.length + released.length === 0) return;
  const message = messageOn(upload, rows.length > 0 ? [...denied.values()] : [], released);
  await sendMessage(tx, organizationId, message, 'listeners', at);
}

type DeniedByKey = ReadonlyMap<string, Violation>;

/** What denies an upload by the key of its item. Of policies that deny the same the first says why. */
function deniedBy({ answer: { owner, policy } }: JudgedUpload): DeniedByKey {
  const denied = new Map<string, Violation>();
  for (const one of policy.violations) {
    const key = softwareKey(one.product_name, one.cycle, owner?.team_id ?? null);
    if (one.action === 'DENY' && !denied.has(key)) denied.set(key, one);
  }
  return denied;
}

interface Changes extends Released {
  /** What it is denied for and was not said. */
  readonly news: readonly (readonly [string, Violation])[];
}

function changesOf(
  { answer: { owner }, found }: JudgedUpload,
  denied: DeniedByKey,
  known: readonly KnownDenied[],
): Changes {
  const said = new Set(
    known.flatMap((one) => (one.isTold && !one.isLetThrough ? one.itemKey : [])),
  );
  const teamId = owner?.team_id ?? null;
  const held = new Set(found.map(({ product, cycle }) => softwareKey(product, cycle, teamId)));
  const over = known.filter(({ itemKey }) => !denied.has(itemKey));
  const gone = over.filter(({ itemKey }) => !held.has(itemKey));
  const letThrough = over.filter((one) => held.has(one.itemKey) && !one.isLetThrough);
  return {
    news: [...denied].filter(([key]) => !said.has(key)),
    gone: gone.map(({ itemKey }) => itemKey),
    letThrough: letThrough.map(({ itemKey }) => itemKey),
  };
}

function isNothing({ news, gone, letThrough }: Changes): boolean {
  return news.length + gone.length + letThrough.length === 0;
}

function messageOn(
  upload: JudgedUpload,
  denied: readonly Violation[],
  released: readonly ReleasedSoftware[],
): MessageContent {
  const { answer, projectName, source } = upload;
  const image = asLine(`${source.name}:${source.tag}`);
  const { title } = projectTitle(projectName);
  const path = `/images/${answer.image_tag_id}`;
  const isDenied = answer.policy.action === 'DENY';
  return {
    kind: 'build.denied',
    severity: denied.length > 0 ? 'critical' : 'info',
    title: asLine(`${image} ${outcomeOf(denied, released, isDenied)}`),
    summary: asLine(
      isDenied
        ? `A policy denies what was uploaded for the project ${title}.`
        : `No policy denies what was uploaded for the project ${title} any more.`,
    ),
    items: [
      ...denied.map((one) => itemOn(upload, one, image, path)),
      ...released.map((one) => releasedItem(one, image, path)),
    ].slice(0, MAX_KEPT_ITEMS),
    total: denied.length + released.length,
    links: [{ label: 'The image', path }, ...askLinks(upload, denied)],
  };
}

/** Leads to where a waiver is asked for of what is denied, with as much filled in as is true of all of it. */
function askLinks(
  { projectName, source }: JudgedUpload,
  denied: readonly Violation[],
): MessageContent['links'] {
  const [first, ...others] = denied;
  if (!first) return [];
  const software = { product: first.product_name, cycle: first.cycle };
  const path = askPath({
    ...{ project: projectName, image: source },
    ...(others.length === 0 && { software }),
  });
  // Names are longer than an address may be; the page of the image leads there, too.
  return dashboardPath.safeParse(path).success ? [{ label: 'Ask for a waiver', path }] : [];
}

function outcomeOf(
  denied: readonly Violation[],
  [first, ...others]: readonly ReleasedSoftware[],
  isDenied: boolean,
): string {
  if (denied.length > 0 || !first) return 'is denied';
  if (!isDenied) return 'passes again';
  const more = andMore(others.length);
  return `is no longer denied for ${first.productName} ${first.cycle}${more}; still denied for other software`;
}

function itemOn(
  { answer: { owner }, projectName, catalog, today }: JudgedUpload,
  { product_name: name, cycle, message, eol_date: eolOn }: Violation,
  image: string,
  path: string,
) {
  const product = catalog.productNamed(name);
  const upstream = product && catalog.upstreamOf(product);
  const { target = null } = product ? adviseMove({ product, upstream }, cycle, today) : {};
  return itemOf({
    key: softwareKey(name, cycle, owner?.team_id ?? null),
    ...ownedBy(owner ? { teamId: owner.team_id, name: owner.name, email: owner.email } : null),
    ...ofOneProject(projectName),
    what: asLine(`${name} ${cycle}`),
    detail: asLine(message.replaceAll(projectName, projectTitle(projectName).title)),
    where: { images: 1, projects: 1, named: [asName(image)] },
    since: eolOn !== null && eolOn <= today ? eolOn : null,
    until: eolOn !== null && eolOn > today ? eolOn : null,
    moveTo: target && asLine(target.label),
    path,
  });
}

function releasedItem(
  { itemKey, owner, teamId, productName, cycle }: ReleasedSoftware,
  image: string,
  path: string,
) {
  return itemOf({
    key: itemKey,
    ...ownedBy(owner),
    teamId,
    isSolved: true,
    what: asLine(`${productName} ${cycle}`),
    detail: asLine(`No image is denied for it any more; the last was ${image}`),
    path,
  });
}

/**
 * Says of images that are denied, as far as was said, and that there are no more, that nothing is denied for them: no
 * scan will say so. As many as a message is sure to list; the next round goes on.
 */
export function tellOfGoneImages(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  organizationId: OrganizationId,
): Promise<void> {
  return db.transaction(async (tx) => {
    if (!(await isHeard(tx, organizationId, 'build.denied'))) return;
    await lockDenied(organizationId, tx);
    const items: MessageItem[] = [];
    for (const { imageKey, canonicalName, itemKeys } of await findGoneDenied(organizationId, tx)) {
      if (items.length >= MAX_ITEMS / 2) break;
      const gone = { gone: itemKeys, letThrough: [] };
      const released = await releaseDenied(organizationId, tx, imageKey, gone, clock.now());
      items.push(...released.map((one) => releasedItem(one, canonicalName, '/images')));
    }
    const [first] = items;
    if (!first) return;
    const content: MessageContent = {
      ...{ kind: 'build.denied', severity: 'info' },
      title: asLine(`No image is denied any more for ${first.what}${andMore(items.length - 1)}`),
      summary: 'The last images that were denied for it were retired or deleted.',
      items: items.slice(0, MAX_KEPT_ITEMS),
      total: items.length,
      links: [{ label: 'All images', path: '/images' }],
    };
    await sendMessage(tx, organizationId, content, 'listeners', clock.now());
  });
}

export function andMore(count: number): string {
  return count === 0 ? '' : ` and ${String(count)} more`;
}
