import { isDeepStrictEqual } from 'node:util';
import { v7 as uuidv7 } from 'uuid';
import type { OrganizationCatalog } from '@/server/catalog/service/store';
import { dayOf, type Day } from '@/domain/eol/calendar';
import { countByProximity, type EolCount } from '@/domain/eol/proximity';
import type { PolicySet } from '@/domain/policy/set';
import type { ScanUpload } from '@/domain/scan/upload';
import { foldForSearch, sortKeyOf } from '@/domain/list';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Uploader } from '@/server/platform/auth/principal';
import type { Transaction } from '@/server/platform/db/db';
import { coveredEnds, coverImages } from '@/server/coverage/service';
import { inventoryColumns, joinMatching, queueRematch } from '@/server/inventory/service/matching';
import {
  isNews,
  keepSent,
  namedBySent,
  type SentCodeowners,
  type SentNames,
} from '@/server/team/service/codeowners';
import { keepPackagesIn } from '@/server/registry/service/judged';
import { bringBackScanned } from '@/server/retirement/service/retirements';
import {
  applyOwnerRules,
  isLabelRuled,
  lockOwnedProjects,
  ownerOfProject,
  shareOwnerRules,
} from '@/server/team/service/owners';
import type { ScanAnswer } from '../dto';
import {
  ensureProject,
  insertImageTag,
  insertRescan,
  insertScan,
  lockImageTag,
  updateImageTag,
  type ImageTagState,
  type LockedImageTag,
} from '../repository/image-tag';
import type { JudgedCycleFacts } from '@/server/inventory/service/software';
import type { UploadedSbom } from '@/server/platform/http/scan-body';
import { bringContent } from './content';
import {
  applyFindings,
  type FindingChanges,
  openFindings,
} from '@/server/inventory/service/findings';
import type { ScanPlan } from '@/server/inventory/service/plan';
import { bringCycles, ensureSoftware } from '@/server/inventory/service/software';
import { tellOfDenial } from './denial';
import { packagesIn } from './packages';
import { judgeScan } from './verdict';

/** Another upload created the same tag, or the project was deleted, between two statements: start over. */
export class ImageTagRaced extends Error {
  override readonly name = 'ImageTagRaced';
}

/** Still being found out, or known. */
export type MaybeRead = Promise<boolean | null> | boolean | null;

export interface Acceptance {
  readonly principal: Uploader;
  readonly upload: ScanUpload;
  readonly plan: ScanPlan;
  /** That the plan was made with. */
  readonly catalog: OrganizationCatalog;
  readonly sbom: UploadedSbom | null;
  /** That came with it; null: none. */
  readonly codeowners: SentCodeowners | null;
  /** Whether the scanner had read the policies before, and so could deny; null where that means nothing. */
  readonly policiesRead: MaybeRead;
  /** Those of today, which are being read. */
  readonly policies: Promise<PolicySet>;
  readonly now: Date;
}

/** The outcome of an accepted upload. */
export interface Accepted {
  readonly answer: ScanAnswer;
  readonly plan: ScanPlan;
  /** The cycles of its findings, by cycle key. */
  readonly cycles: ReadonlyMap<string, JudgedCycleFacts>;
  readonly today: Day;
  /** Whether its project has another owner now: then what its other images hold may be covered otherwise. */
  readonly isMoved: boolean;
}

/**
 * Makes the tables agree with a scan, inside the caller's transaction. A re-scan that says what the
 * last one said writes two rows, whatever its size: the scan, and the tag's latest-scan columns.
 * @throws ImageTagRaced
 */
export async function acceptInto(tx: Transaction, acceptance: Acceptance): Promise<Accepted> {
  const { principal, upload, plan, now } = acceptance;
  const { organizationId } = principal;
  const catalogKey = acceptance.catalog.key;
  const joined = await joinMatching(organizationId, tx, { catalogKey, at: now });
  const { known, isBack } = await lockCounted(tx, principal, plan, now);
  const source = sourceState(upload);
  const named = await newlyNamed(organizationId, tx, acceptance, known, source.location);
  const mayChangeOwner =
    named !== null || !known || !isDeepStrictEqual(known.labels, source.labels);
  if (mayChangeOwner) {
    await takeOwnersTurn(organizationId, tx, known, {
      labels: source.labels,
      isSent: named !== null,
    });
  }
  // Acceptance time never runs backwards for a tag, whatever the clock does.
  const at = known && known.changedAt > now ? known.changedAt : now;
  const today = dayOf(now);
  const projectId =
    known?.projectId ?? (await projectFor(organizationId, tx, upload.projectName, plan, at));
  const cycles = await bringCycles(organizationId, tx, plan.cycles, { instant: at, today });
  const policies = await acceptance.policies;
  const found = await packagesIn(organizationId, tx, plan, cycles, { policies, today });
  const content = await bringContent(organizationId, tx, acceptance, known, at);
  if (policies.judgesPackages && content.inventoryId !== null)
    await keepPackagesIn(organizationId, tx, found, content.inventoryId);
  // What comes back has yet to be covered, as what is new.
  const unchanged = known?.findingsKey === plan.findingsKey && !isBack;
  const software = unchanged
    ? null
    : await ensureSoftware(organizationId, tx, plan.findings, cycles);

  const scanId = uuidv7();
  const state: ImageTagState = {
    ...source,
    ...inventoryColumns(plan.inventory),
    softwareIds: software ? [...software.values()] : (known?.softwareIds ?? []),
    catalogSoftwareIds: software
      ? catalogSoftware(plan, software)
      : (known?.catalogSoftwareIds ?? []),
    findingsKey: plan.findingsKey,
    inventoryId: content.inventoryId,
    sbomId: content.sbomId,
    latestScanAt: at,
    latestScanId: scanId,
  };
  // Then its state is written with the scan.
  const rescanned = unchanged && !mayChangeOwner ? known : null;
  const imageTagId =
    rescanned?.id ?? (await writeImageTag(organizationId, tx, acceptance, known, projectId, state));
  const isMoved = named
    ? await keepSent(tx, named, projectId, at)
    : mayChangeOwner && (await applyOwnerRules(organizationId, tx, [projectId])) > 0;
  const changes = software
    ? await bringFindings(organizationId, tx, acceptance, {
        imageTagId,
        software,
        componentIds: content.componentIds,
        isNew: known === null,
        at,
      })
    : { opened: 0, closed: 0 };
  if (software && joined.isCovered) await coverImages(organizationId, tx, [imageTagId]);
  const { projectKey } = plan;
  const ends = joined.isCovered
    ? await coveredEnds(organizationId, tx, projectKey, plan.cycles, cycles, today)
    : cycles;
  const answer: ScanAnswer = {
    scan_id: scanId,
    project_id: projectId,
    image_tag_id: imageTagId,
    matches: upload.matchCount,
    eol: countEnds(plan, ends, today),
    owner: await ownerOfProject({ db: tx }, organizationId, projectId),
    policy: await judgeScan({ db: tx, clock: { now: () => now } }, organizationId, plan, ends, {
      ...{ projectName: upload.projectName, imageTagId, source: upload.source },
      ...{ today, policies, packages: found.packages },
    }),
  };
  const outcome = { answer, state, changes, isRescan: rescanned !== null };
  if (await recordScan(tx, acceptance, outcome)) {
    const { catalog } = acceptance;
    const { projectName, source } = upload;
    const { cycles: found } = plan;
    const judged = { answer, projectName, source, found, catalog, today, at };
    await tellOfDenial(tx, organizationId, judged);
  }
  if (joined.catalogKey !== catalogKey) await queueRematch(organizationId, tx, imageTagId);
  return { answer, plan, cycles: ends, today, isMoved };
}

/** Locks the image tag of a scan as it counts: one that is retired comes back first, and has yet to be covered. */
async function lockCounted(
  tx: Transaction,
  principal: Uploader,
  plan: ScanPlan,
  now: Date,
): Promise<{ readonly known: LockedImageTag | null; readonly isBack: boolean }> {
  const known = await lockImageTag(principal.organizationId, tx, plan);
  if (!known || known.retiredAt === null) return { known, isBack: false };
  await bringBackScanned(tx, principal, known.id, now);
  return { known: await lockImageTag(principal.organizationId, tx, plan), isBack: true };
}

/** Reads whom the file names that came along; null where none came, or the last one said the same. */
async function newlyNamed(
  organizationId: OrganizationId,
  tx: Transaction,
  { codeowners, upload: { source } }: Acceptance,
  known: LockedImageTag | null,
  location: string,
): Promise<SentNames | null> {
  if (!codeowners) return null;
  const sent = namedBySent(codeowners, { kind: source.kind, location });
  const isNew = await isNews(organizationId, tx, known?.projectId ?? null, sent.named);
  return isNew ? sent : null;
}

/**
 * Takes the turn of whoever changes the rules of owners; and, for a known image that may give its project another owner, that of
 * who deletes another image of the project or changes that one's labels: each would count what is going. So it is where a file
 * came along, or a rule looks at a label that differs: most builds have others of their commit and their time, and are not to wait
 * for each other. The project is locked before the rows that uploads share, as the upload of a new image does.
 */
async function takeOwnersTurn(
  organizationId: OrganizationId,
  tx: Transaction,
  known: LockedImageTag | null,
  { labels, isSent }: { readonly labels: ImageTagState['labels']; readonly isSent: boolean },
): Promise<void> {
  await shareOwnerRules(organizationId, tx);
  if (!known) return;
  const differing = { before: known.labels, after: labels };
  if (isSent || (await isLabelRuled(organizationId, tx, differing)))
    await lockOwnedProjects(organizationId, tx, [known.projectId]);
}

/** Lists the ids of the software that only the catalog found. */
function catalogSoftware({ findings }: ScanPlan, ids: ReadonlyMap<string, string>): string[] {
  const alone = findings.filter(({ componentKeys }) => componentKeys.length === 0);
  return alone.flatMap(({ softwareKey }) => ids.get(softwareKey) ?? []);
}

async function projectFor(
  organizationId: OrganizationId,
  tx: Transaction,
  name: string,
  plan: ScanPlan,
  createdAt: Date,
): Promise<string> {
  const project = {
    id: uuidv7(),
    name,
    nameKey: plan.projectKey,
    searchText: foldForSearch(name),
    sortKey: sortKeyOf(name),
    createdAt,
  };
  const id = await ensureProject(organizationId, tx, project);
  if (id === null) throw new ImageTagRaced();
  return id;
}

/** Gives a scan's source in the tag's columns. */
function sourceState({ source, imagePath, distro }: ScanUpload) {
  if (source.kind === 'directory') {
    return {
      digest: null,
      labels: null,
      repoDigests: [],
      verified: false,
      location: source.name,
      distro,
    };
  }
  const { digest, labels } = source;
  const [repoDigests, verified] =
    source.kind === 'image' ? [[...source.repoDigests], source.verified] : [[], false];
  return { digest, labels, repoDigests, verified, location: imagePath ?? '', distro };
}

/** Creates the tag, or updates it to this scan. @throws ImageTagRaced when another upload created it meanwhile */
async function writeImageTag(
  organizationId: OrganizationId,
  tx: Transaction,
  { upload: { source }, plan }: Acceptance,
  known: LockedImageTag | null,
  projectId: string,
  state: ImageTagState,
): Promise<string> {
  if (known) {
    await updateImageTag(
      organizationId,
      tx,
      known.id,
      state,
      known.findingsKey !== state.findingsKey,
    );
    return known.id;
  }
  const typed = `${source.name}:${source.tag}`;
  const canonical = `${source.canonicalName}:${source.tag}`;
  const tag = {
    ...state,
    id: uuidv7(),
    projectId,
    kind: source.kind,
    name: source.name,
    tag: source.tag,
    referenceKey: plan.referenceKey,
    canonicalName: source.canonicalName,
    searchText: searchTextOf([typed, canonical]),
    sortKey: sortKeyOf(typed),
  };
  if (!(await insertImageTag(organizationId, tx, tag))) throw new ImageTagRaced();
  return tag.id;
}

/** Writes names for a search, each in a line. A directory's may have lines of its own. */
function searchTextOf(names: readonly string[]): string {
  return [...new Set(names.map((name) => foldForSearch(name).replaceAll('\n', ' ')))].join('\n');
}

interface FindingTarget {
  readonly imageTagId: string;
  readonly software: ReadonlyMap<string, string>;
  readonly componentIds: ReadonlyMap<string, string>;
  readonly isNew: boolean;
  readonly at: Date;
}

function bringFindings(
  organizationId: OrganizationId,
  tx: Transaction,
  { plan }: Acceptance,
  target: FindingTarget,
): Promise<FindingChanges> {
  const idsOf = (keys: readonly string[]) =>
    keys.flatMap((key) => target.componentIds.get(key) ?? []);
  const wanted = new Map(
    plan.findings.flatMap(({ softwareKey, componentKeys, catalogComponentKeys }) => {
      const softwareId = target.software.get(softwareKey);
      const packages = {
        componentIds: idsOf(componentKeys),
        catalogComponentIds: idsOf(catalogComponentKeys),
      };
      return softwareId === undefined ? [] : [[softwareId, packages] as const];
    }),
  );
  const { imageTagId, at } = target;
  return target.isNew
    ? openFindings(organizationId, tx, imageTagId, wanted, at)
    : applyFindings(organizationId, tx, new Map([[imageTagId, wanted]]), at);
}

/** Counts the findings of a plan by how near their end is. */
export function countEnds(
  { findings }: ScanPlan,
  cycles: ReadonlyMap<string, JudgedCycleFacts>,
  today: Day,
): EolCount {
  return countByProximity(
    findings.map(({ cycleKey }) => cycles.get(cycleKey)?.eolOn ?? null),
    today,
  );
}

interface Outcome {
  readonly answer: ScanAnswer;
  readonly state: ImageTagState;
  readonly changes: FindingChanges;
  /** Of a known image tag, of which nothing changes that others read meanwhile: its state has yet to be written. */
  readonly isRescan: boolean;
}

async function recordScan(
  tx: Transaction,
  { principal, upload, plan, policiesRead }: Acceptance,
  { answer, state, changes, isRescan }: Outcome,
): Promise<boolean> {
  const scan = {
    id: answer.scan_id,
    imageTagId: answer.image_tag_id,
    acceptedAt: state.latestScanAt,
    callerKind: principal.kind,
    callerId: principal.id,
    callerName: principal.name,
    commitHash: upload.commitHash,
    digest: state.digest,
    matchCount: upload.matchCount,
    componentCount: plan.components.length,
    openedCount: changes.opened,
    closedCount: changes.closed,
    inventoryId: state.inventoryId,
    sbomId: state.sbomId,
    answer: { eol: answer.eol, policy: answer.policy, policiesRead: await policiesRead },
  };
  return isRescan
    ? insertRescan(principal.organizationId, tx, scan, state)
    : insertScan(principal.organizationId, tx, scan);
}
