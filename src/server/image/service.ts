import { DAY_MS, type Day } from '@/domain/eol/calendar';
import type { EolFilter, EolState } from '@/domain/eol/proximity';
import { notFound } from '@/domain/errors';
import {
  toLabelCondition,
  type ImageSort,
  type LabelFilter,
  type ListedPolicyAction,
} from '@/domain/image/list';
import { toPage, type PageRequest } from '@/domain/pagination';
import { foldForSearch, type SortDirection } from '@/domain/list';
import { recordAudit } from '@/server/audit/service';
import { coverOwned } from '@/server/coverage/service';
import type { OwnerQuery } from '@/domain/team/owner';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Actor } from '@/server/platform/auth/principal';
import type { Transaction } from '@/server/platform/db/db';
import { whereImageRuns } from '@/server/cluster/service/clusters';
import { pastOf } from '@/server/past/service';
import {
  runningAmong,
  runningCondition,
  runningImages,
  type RunningQuery,
} from '@/server/running/service';
import type { Deps } from '@/server/platform/deps';
import { matchingProgress } from '@/server/inventory/service/matching';
import type { ItemsWithTotal } from '@/server/platform/db/page-rows';
import { imagesWithAction } from '@/server/policy/service/preview';
import { packagesOfImage, statusOfImages } from '@/server/policy/service/status';
import { classifySoftware } from '@/server/software/service/classes';
import { applyOwnerRulesAgain, ownerScope, shareOwnerRules } from '@/server/team/service/owners';
import { softwareOfProduct } from '@/server/software/service/found';
import { closeFindings, hideImageTags, lockImageTag } from './repository/deletion';
import { toDashboardImage, toImageDetail, toProjectImage } from './dto';
import {
  allImages,
  imageById,
  imageExists,
  imagePage,
  imagesByState,
  imageSubject,
  labelValues,
  type ImageFilter,
  type ImageOrder,
  type ImageRow,
} from './repository/images';

/** Values of each label that are listed at most. */
export const MAX_LABEL_VALUES = 1_000;
/** Characters of all that are listed, with the names: each image may bring labels of its own. */
const MAX_LABELS_LENGTH = 8_388_608;

export interface ImageQuery extends PageRequest, OwnerQuery, RunningQuery {
  readonly search?: string | null | undefined;
  readonly verified?: boolean | null | undefined;
  /** Retired images, in the place of those that count. */
  readonly retired?: boolean | null | undefined;
  /** Images that hold software of which this is true. */
  readonly eolFilter?: EolFilter | null | undefined;
  /** Images that hold software in this state. */
  readonly state?: EolState | null | undefined;
  readonly label?: LabelFilter | null | undefined;
  /** Images that were last seen over this many days ago. */
  readonly notSeenForDays?: number | null | undefined;
  readonly projectId?: string | null | undefined;
  /** As of the end of this day, by what was known then. */
  readonly asOf?: Day | null | undefined;
}

export interface DashboardImageQuery extends ImageQuery {
  /** Images that hold any of this software. */
  readonly softwareIds?: readonly string[] | null | undefined;
  /** Images that hold any software of this product, named to the letter; ignored when a software is given. */
  readonly productName?: string | null | undefined;
  /** Images that the policies deny, or warn of, today. */
  readonly policyAction?: ListedPolicyAction | null | undefined;
  readonly sort: ImageSort;
  readonly direction: SortDirection;
}

/** Lists a page of the organization's images by name, tag and id. */
export async function listImages(deps: Deps, organizationId: OrganizationId, query: ImageQuery) {
  const order = { sort: 'name', direction: 'asc' } as const;
  const running = await runningCondition(deps, organizationId, query);
  const further = { heldIds: null, imageTagIds: null, running };
  const { items, total } = await readPage(deps, organizationId, query, order, further);
  return toPage(items.map(toProjectImage), total, query);
}

/** Lists the same images in any of the dashboard's orders. */
export async function listImagesForDashboard(
  deps: Deps,
  organizationId: OrganizationId,
  query: DashboardImageQuery,
) {
  const further = await furtherConditions(deps, organizationId, query, null);
  const { items, total } = await readPage(deps, organizationId, query, query, further);
  const ids = items.map(({ id }) => id);
  const counts = await runningAmong(deps, organizationId, ids);
  return toPage(
    items.map((row) => toDashboardImage(row, counts.get(row.id) ?? 0)),
    total,
    query,
  );
}

/** Reads all images of the same list, in batches; of `ids`, those that it has. */
export async function* imagesForExport(
  deps: Deps,
  organizationId: OrganizationId,
  query: Omit<DashboardImageQuery, keyof PageRequest>,
  ids: readonly string[] | null,
) {
  const counts = await runningImages(deps, organizationId);
  const further = await furtherConditions(deps, organizationId, query, counts);
  const { filter, classes } = await readFilter(deps, organizationId, query, further);
  const imageTagIds = ids ? within(ids, filter.imageTagIds) : filter.imageTagIds;
  const batches = allImages(organizationId, deps.db, { ...filter, imageTagIds }, classes, query);
  for await (const rows of batches)
    yield rows.map((row) => toDashboardImage(row, counts.get(row.id) ?? 0));
}

/** Keeps the images that are among others; null: all of them. */
function within(ids: readonly string[], others: readonly string[] | null) {
  if (!others) return ids;
  const kept = new Set(others);
  return ids.filter((id) => kept.has(id));
}

/** Counts the images of the same list that hold software of each state. */
export async function countStates(
  deps: Deps,
  organizationId: OrganizationId,
  query: Omit<DashboardImageQuery, keyof PageRequest | keyof ImageOrder>,
) {
  const further = await furtherConditions(deps, organizationId, query, null);
  const { filter, classes } = await readFilter(deps, organizationId, query, further);
  return imagesByState(organizationId, deps.db, filter, classes);
}

/** Lists every label name of the organization's images with its values, as far as there is room for them. */
export async function listLabels({ db }: Deps, organizationId: OrganizationId) {
  const most = { limit: MAX_LABEL_VALUES, maxLength: MAX_LABELS_LENGTH };
  const rows = await labelValues(organizationId, db, most);
  return { labels: Object.fromEntries(rows.map(({ name, values }) => [name, values])) };
}

/** @throws DomainError 404 when the organization has no such image */
export async function getImage(deps: Deps, organizationId: OrganizationId, imageTagId: string) {
  const { classes } = await classifySoftware(deps, organizationId, null);
  const row = await imageById(organizationId, deps.db, imageTagId, classes);
  if (!row) throw notFound('Image tag');
  const [status] = await statusOfImages(deps, organizationId, [imageTagId]);
  if (!status) throw notFound('Image tag');
  const catalog = await deps.catalog.forOrganization(organizationId);
  const matching = await matchingProgress(deps, organizationId);
  const places = await whereImageRuns(deps, organizationId, imageTagId);
  const judgedPackages = await packagesOfImage(deps, organizationId, imageTagId);
  return { ...toImageDetail(row, status, catalog, places), matching, judgedPackages };
}

/** @throws DomainError 404 when the organization has no such image */
export async function requireImage(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
  imageTagId: string,
): Promise<void> {
  if (!(await imageExists(organizationId, db, imageTagId))) throw notFound('Image tag');
}

/**
 * Gives what an SBOM says of its subject.
 * @throws DomainError 404 when the organization has no such image
 */
export async function subjectOfImage(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
  imageTagId: string,
) {
  const subject = await imageSubject(organizationId, db, imageTagId);
  if (!subject) throw notFound('Image tag');
  return subject;
}

/** Hides images that the caller has locked; past points of the trends keep counting them. */
export function hideLockedImages(
  organizationId: OrganizationId,
  tx: Transaction,
  imageTagIds: readonly string[],
  now: Date,
): Promise<void> {
  return hideImageTags(organizationId, tx, imageTagIds, now);
}

/** Closes the findings of images that the caller has locked and made retired. */
export function closeFindingsOf(
  organizationId: OrganizationId,
  tx: Transaction,
  imageTagIds: readonly string[],
  now: Date,
): Promise<void> {
  return closeFindings(organizationId, tx, imageTagIds, now);
}

/**
 * Hides one image and its findings at once; past points of the trends keep counting them, and another scan of it starts it
 * anew. What its labels said of its project's owner goes with it.
 * @throws DomainError 404 when the organization has no such image
 */
export async function deleteImage(
  { db, clock, logger }: Pick<Deps, 'db' | 'clock' | 'logger'>,
  actor: Actor,
  imageTagId: string,
): Promise<void> {
  const { organizationId } = actor;
  const moved = await db.transaction(async (tx) => {
    await shareOwnerRules(organizationId, tx);
    const image = await lockImageTag(organizationId, tx, imageTagId);
    if (!image) throw notFound('Image tag');
    const now = clock.now();
    await hideImageTags(organizationId, tx, [image.id], now);
    await recordAudit(tx, actor, {
      ...{ at: now, action: 'image.delete', subjectKind: 'image', subjectId: image.id },
      before: {
        ...{ id: image.id, kind: image.kind, name: image.name, tag: image.tag },
        ...{ digest: image.digest, labels: image.labels, project_name: image.projectName },
        first_scan_at: image.firstScanAt,
      },
    });
    const projects = image.labels === null ? [] : [image.projectId];
    return (await applyOwnerRulesAgain(organizationId, tx, projects)) ? projects : [];
  });
  if (moved.length > 0) await coverOwned({ db, logger }, organizationId, moved);
}

/** Conditions that other nouns answer; null holds for every image. */
type FurtherConditions = Pick<ImageFilter, 'heldIds' | 'imageTagIds' | 'running'>;

async function readPage(
  deps: Deps,
  organizationId: OrganizationId,
  query: ImageQuery,
  order: ImageOrder,
  further: FurtherConditions,
): Promise<ItemsWithTotal<ImageRow>> {
  const { filter, classes } = await readFilter(deps, organizationId, query, further);
  return imagePage(organizationId, deps.db, filter, classes, order, query);
}

/** Reads which images a question keeps, and how their software is counted. */
async function readFilter(
  deps: Deps,
  organizationId: OrganizationId,
  query: Omit<ImageQuery, keyof PageRequest>,
  further: FurtherConditions,
) {
  const { search, verified, eolFilter, state, label, projectId, retired, notSeenForDays } = query;
  const past = await pastOf(deps, organizationId, query.asOf);
  const { classes, ofFilter } = await classifySoftware(deps, organizationId, eolFilter, past);
  const filter: ImageFilter = {
    search: search ? foldForSearch(search) : null,
    verified: verified ?? null,
    projectId: projectId ?? null,
    softwareIds: state ? classes[state] : ofFilter,
    ...further,
    label: label ? toLabelCondition(label) : null,
    seenBefore: notSeenForDays
      ? daysBefore(past?.before ?? deps.clock.now(), notSeenForDays)
      : null,
    owner: await ownerScope(deps, organizationId, query),
    // Retired images were those that counted.
    isRetired: past === null && (retired ?? false),
    past,
  };
  return { filter, classes };
}

function daysBefore(instant: Date, days: number): Date {
  return new Date(instant.getTime() - days * DAY_MS);
}

async function furtherConditions(
  deps: Deps,
  organizationId: OrganizationId,
  query: Omit<DashboardImageQuery, keyof PageRequest | keyof ImageOrder>,
  counts: ReadonlyMap<string, number> | null,
): Promise<FurtherConditions> {
  const { policyAction } = query;
  return {
    heldIds: await idsToHold(deps, organizationId, query),
    imageTagIds: policyAction ? await imagesWithAction(deps, organizationId, policyAction) : null,
    running: await runningCondition(deps, organizationId, query, counts),
  };
}

/** Finds the software of which an image has to hold some; null when it does not matter. */
async function idsToHold(
  deps: Deps,
  organizationId: OrganizationId,
  { softwareIds, productName }: Pick<DashboardImageQuery, 'softwareIds' | 'productName'>,
): Promise<readonly string[] | null> {
  if (softwareIds) return softwareIds;
  if (!productName) return null;
  return softwareOfProduct(deps, organizationId, productName);
}
