import { dayOf, type Day } from '@/domain/eol/calendar';
import type { EolPolicy, PolicyAction, PolicyFields } from '@/domain/policy/policy';
import {
  unseenDifference,
  type DifferenceReason,
  type ScannerDifference,
} from '@/domain/policy/scanner-rules';
import { PolicySet } from '@/domain/policy/set';
import { surpriseOf } from '@/domain/policy/surprise';
import { type OverviewQuery, scopeOf } from '@/server/overview/service';
import type { Scope } from '@/server/overview/sql';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { toRunningCounts } from '../dto';
import {
  findEolPolicies,
  findImagesById,
  findLatestImages,
  type LatestImage,
  findProjectsById,
  findSoftwareFacts,
} from '../repository';
import { grantedWaivers } from '@/server/waiver/service/list';
import { firstRows, summarizeConcerned, toPackagePreview, toSoftwarePreview } from './concerned';
import { DRAFT_ID, draftedPolicies, type PolicyDraft, type PolicySets } from './draft';
import { packagesFor } from './held-values';
import { readSharedPlaces } from './places';
import { readPolicySet } from './status';
import { SoftwareJudge, type JudgedSoftware } from './software-judge';
import {
  isNewlyDenied,
  isReleased,
  surveyImages,
  type HiddenDenial,
  type HiddenDenials,
  type Survey,
  type SurveyedImage,
} from './survey';

/**
 * Previews a change of the EOL policies: what it would do to images, projects and software today, on which later
 * days, and where a stock scanner will decide otherwise. Lists are bounded and say how many there are. It judges
 * software by project, never finding by finding, so that it keeps up with someone typing.
 * @throws DomainError 422 for what is no EOL policy, 404 for an unknown policy
 */
export async function previewPolicy(
  deps: Deps,
  organizationId: OrganizationId,
  draft: PolicyDraft,
) {
  const { db, clock } = deps;
  const [current, waivers] = await Promise.all([
    findEolPolicies(organizationId, db),
    grantedWaivers(organizationId, db, dayOf(clock.now())),
  ]);
  const { today, judge, survey, running } = await surveyWith(
    deps,
    organizationId,
    draftedPolicies(current, waivers, draft),
  );
  const judged = judge.all();
  return {
    today,
    running,
    ...(await summarizeImages(organizationId, db, survey, today)),
    noLongerDenied: summarizeReleased(survey, judge, draft),
    software: summarizeConcerned(
      judged.filter(({ found }) => found === null),
      judge,
      toSoftwarePreview,
    ),
    packages: summarizeConcerned(
      judged.flatMap((one) => (one.found ? { ...one, found: one.found } : [])),
      judge,
      toPackagePreview,
    ),
    scannerDifferences: summarizeScannerDifferences(judged, survey.hiddenDenials, today),
  };
}

/**
 * Counts the images that are denied today, or no more, when other policies take the place of all that there are; those
 * on signatures, which scanners evaluate, count for nothing.
 * @param wanted in the order in which they would be written: of one subject the last one decides first
 */
export async function previewReplacement(
  deps: Deps,
  organizationId: OrganizationId,
  wanted: readonly PolicyFields[],
) {
  const { db, clock } = deps;
  const [current, waivers] = await Promise.all([
    findEolPolicies(organizationId, db),
    grantedWaivers(organizationId, db, dayOf(clock.now())),
  ]);
  const after = wanted.flatMap((fields, index): EolPolicy[] =>
    fields.type === 'EOL' ? [{ ...fields, id: `${DRAFT_ID} ${String(index)}` }] : [],
  );
  const { survey } = await surveyWith(deps, organizationId, {
    before: new PolicySet(current, waivers),
    after: new PolicySet(after, waivers),
  });
  const newlyDenied = countWithProjects(survey.images.filter(isNewlyDenied));
  const noLongerDenied = countWithProjects(survey.images.filter(isReleased));
  const change = { newlyDenied: newlyDenied.images, noLongerDenied: noLongerDenied.images };
  return { newlyDenied, noLongerDenied, surprise: surpriseOf(change, survey.imageCount) };
}

/** Finds the ids of the images that the policies as they are deny, or warn of, today; in no order. */
export async function imagesWithAction(
  deps: Deps,
  organizationId: OrganizationId,
  action: Exclude<PolicyAction, 'ALLOW'>,
): Promise<string[]> {
  const current = await readPolicySet(organizationId, deps.db, dayOf(deps.clock.now()));
  const policies = { before: current, after: current };
  const { survey } = await surveyWith(deps, organizationId, policies);
  return survey.images.filter(({ after }) => after === action).map(({ imageTagId }) => imageTagId);
}

/** @param scope which images count; null: all of them */
async function surveyWith(
  deps: Deps,
  organizationId: OrganizationId,
  policies: PolicySets,
  scope: Scope | null = null,
) {
  const { db, clock } = deps;
  const sets = [policies.before, policies.after];
  const [facts, packages, places] = await Promise.all([
    findSoftwareFacts(organizationId, db),
    packagesFor(organizationId, db, sets),
    readSharedPlaces(deps, organizationId, sets),
  ]);
  const today = dayOf(clock.now());
  const judge = new SoftwareJudge(facts, packages, places, policies, today);
  const survey = await surveyImages(organizationId, db, judge, scope);
  return { today, survey, judge, running: toRunningCounts(places.running) };
}

/** Previews the policies as they are: the parts of a preview that concern images, those of a scope or all. */
export async function summarizePolicies(
  deps: Deps,
  organizationId: OrganizationId,
  query: Omit<OverviewQuery, 'asOf'> = {},
) {
  const { db, clock } = deps;
  const current = await readPolicySet(organizationId, db, dayOf(clock.now()));
  const policies = { before: current, after: current };
  const scope = await scopeOf(deps, organizationId, query);
  const { today, survey, running } = await surveyWith(deps, organizationId, policies, scope);
  const { counts, ...parts } = await summarizeImages(organizationId, db, survey, today);
  const denied = survey.images.filter(({ after }) => after === 'DENY');
  const latestDenied = await findLatestImages(
    organizationId,
    db,
    denied.map(({ imageTagId }) => imageTagId),
    MAX_LATEST,
  );
  return {
    today,
    running,
    counts: counts.after,
    ...parts,
    latestDenied: latestDenied.map(toLatest),
  };
}

function toLatest({ latestScanAt, ...image }: LatestImage) {
  return { ...image, latestScanDate: latestScanAt.toISOString() };
}

/** Denied images that are named: the builds that somebody waits for. */
const MAX_LATEST = 4;

/** Summarizes what a change of policies does to images: counts, the days on which it does, and the worst of them. */
async function summarizeImages(
  organizationId: OrganizationId,
  db: Transaction,
  { images, imageCount }: Survey,
  today: Day,
) {
  const of = (action: PolicyAction) => images.filter(({ after }) => after === action);
  const acted = [...of('DENY'), ...of('WARN')];
  const worst = firstRows(acted);
  const projects = firstRows(worstProjects(acted));
  const rows = [...worst.items, ...projects.items];
  const [imageNames, projectNames] = await Promise.all([
    findImagesById(
      organizationId,
      db,
      worst.items.map(({ imageTagId }) => imageTagId),
    ),
    findProjectsById(
      organizationId,
      db,
      rows.map(({ projectId }) => projectId),
    ),
  ]);
  const imageById = new Map(imageNames.map((image) => [image.id, image]));
  const nameById = new Map(projectNames.map(({ id, name }) => [id, name]));
  const nameProject = <Row extends { readonly projectId: string }>(row: Row) => ({
    ...row,
    projectName: nameById.get(row.projectId) ?? '',
  });
  return {
    counts: {
      before: countActions(images, imageCount, ({ before }) => before),
      after: countActions(images, imageCount, ({ after }) => after),
    },
    newlyDenied: countWithProjects(images.filter(isNewlyDenied)),
    timeline: firstRows(timelineOf(images, today)),
    images: {
      total: worst.total,
      items: worst.items.map((image) => {
        const named = imageById.get(image.imageTagId);
        const { kind = 'image', name = '', tag = '' } = named ?? {};
        return { ...nameProject(image), kind, name, tag };
      }),
    },
    projects: { total: projects.total, items: projects.items.map(nameProject) },
  };
}

/** Counts the images that the change lets pass, and finds the policies that deny them until it decides before these. */
function summarizeReleased(
  { images, released }: Survey,
  judge: SoftwareJudge,
  { policyId, fields }: PolicyDraft,
) {
  const id = policyId?.toLowerCase() ?? DRAFT_ID;
  // One that is deleted decides before no other.
  const overruled = fields ? [...released].flatMap((one) => judge.overruled(one, id) ?? []) : [];
  return {
    ...countWithProjects(images.filter(isReleased)),
    overruled: firstRows([...new Set(overruled)]),
  };
}

function countWithProjects(images: readonly SurveyedImage[]) {
  return {
    images: images.length,
    projects: new Set(images.map(({ projectId }) => projectId)).size,
  };
}

function countActions(
  images: readonly SurveyedImage[],
  imageCount: number,
  actionOf: (image: SurveyedImage) => PolicyAction,
) {
  const denied = images.filter((image) => actionOf(image) === 'DENY').length;
  const warned = images.filter((image) => actionOf(image) === 'WARN').length;
  return { denied, warned, allowed: imageCount - denied - warned };
}

/** Finds the later days on which images are denied or warned of for the first time, in order. */
function timelineOf(images: readonly SurveyedImage[], today: Day) {
  const days = new Map<Day, { denied: number; warned: number }>();
  const count = (on: Day | null, kind: 'denied' | 'warned') => {
    if (on === null || on === today) return;
    const counts = days.get(on) ?? { denied: 0, warned: 0 };
    counts[kind] += 1;
    days.set(on, counts);
  };
  for (const { deniedOn, warnedOn } of images) {
    count(deniedOn, 'denied');
    count(warnedOn, 'warned');
  }
  const rows = [...days].map(([on, counts]) => ({ on, ...counts }));
  return rows.sort((left, right) => (left.on < right.on ? -1 : 1));
}

/** Finds the projects with images that are denied or warned of today, those with most denials first. */
function worstProjects(acted: readonly SurveyedImage[]) {
  const projects = new Map<string, { projectId: string; denied: number; warned: number }>();
  for (const { projectId, after } of acted) {
    const counts = projects.get(projectId) ?? { projectId, denied: 0, warned: 0 };
    counts[after === 'DENY' ? 'denied' : 'warned'] += 1;
    projects.set(projectId, counts);
  }
  return [...projects.values()].sort(
    (left, right) => right.denied - left.denied || right.warned - left.warned,
  );
}

/**
 * Finds where a stock scanner that reads these policies will decide otherwise than this service; hidden denials
 * first.
 */
function summarizeScannerDifferences(
  judged: readonly JudgedSoftware[],
  hiddenDenials: HiddenDenials,
  today: Day,
) {
  const { total, items } = firstRows([...hiddenDenials.all(), ...judged.flatMap(differencesOf)]);
  return {
    total,
    items: items.map((row) =>
      'deniedCycles' in row ? toHidingDifference(row, today) : toCycleDifference(row),
    ),
  };
}

/** A stock scanner's different decision, as people read it. */
interface ShownDifference extends ScannerDifference {
  readonly projectName: string | null;
  readonly running: boolean | null;
  readonly productName: string;
  /** Null: whatever type the product was found as. */
  readonly artifactType: string | null;
  readonly cycles: string[];
  readonly message: string;
  readonly images: number;
}

/** Software on which a scanner decides otherwise, in some images that hold it. */
interface DifferentSoftware {
  readonly judged: JudgedSoftware;
  readonly difference: ScannerDifference;
  readonly images: number;
}

/** Finds how a scanner may decide otherwise, where it finds the software and where it has nothing to decide on. */
function differencesOf(judged: JudgedSoftware): DifferentSoftware[] {
  const { difference, images, unseenImages, daysAfter } = judged;
  const seenImages = images - unseenImages;
  const different: DifferentSoftware[] = [];
  if (difference && seenImages > 0) different.push({ judged, difference, images: seenImages });
  const unseen = unseenImages > 0 ? unseenDifference(daysAfter) : null;
  if (unseen) different.push({ judged, difference: unseen, images: unseenImages });
  return different;
}

function toHidingDifference(
  { denied, deniedCycles, warnedCycles, images }: HiddenDenial,
  today: Day,
): ShownDifference {
  const warned = warnedCycles.join(', ');
  const difference: ScannerDifference = {
    on: today,
    ours: 'DENY',
    scanner: 'WARN',
    reason: 'one_result_a_product',
  };
  return {
    projectName: denied.place.project?.name ?? null,
    running: denied.place.running,
    productName: denied.software.productName,
    artifactType: null,
    cycles: [...deniedCycles],
    ...difference,
    message: `A scanner gives one result for each product: a warning on ${warned} may stand in for the denial of ${deniedCycles.join(', ')}.`,
    images,
  };
}

function toCycleDifference({ judged, difference, images }: DifferentSoftware): ShownDifference {
  const { software, found, place } = judged;
  return {
    projectName: place.project?.name ?? null,
    running: place.running,
    productName: software.productName,
    artifactType: found ? null : software.artifactType,
    cycles: [software.cycle],
    ...difference,
    message: MESSAGES[difference.reason](software.scannerEolOn),
    images,
  };
}

const MESSAGES = {
  ended_flag: () =>
    'A scanner reports this cycle as ended without a day, and only ever warns of such a cycle.',
  unknown_end: () => 'A scanner takes an unknown end of life for one long ago.',
  other_date: (scannerEolOn) =>
    scannerEolOn === null
      ? 'A scanner does not know the end of life that counts here.'
      : `A scanner goes by its own end of life, ${scannerEolOn}.`,
  one_result_a_product: () => 'A scanner gives one result for each product.',
  not_found_by_scanner: () =>
    'A scanner does not find this: it is the catalog’s match, which only this service judges.',
  waived: () => 'A scanner is told of policies and of no waiver: it decides as if there were none.',
  registry: () =>
    'A scanner is told of no clause on packages: what registries say of them only this service judges.',
  only_running: () => 'A scanner is not told of policies for what runs: it cannot know what does.',
} as const satisfies Record<DifferenceReason, (scannerEolOn: Day | null) => string>;
