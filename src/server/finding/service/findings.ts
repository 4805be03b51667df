import { adviceOn } from '@/domain/advice/advice';
import { dayOf, type Day } from '@/domain/eol/calendar';
import { rangeOfFilter, statesAsOf, type EolFilter, type EolState } from '@/domain/eol/proximity';
import type { EvidenceDegree } from '@/domain/evidence/degree';
import { invalid, type Fault } from '@/domain/errors';
import { evaluate } from '@/domain/policy/evaluate';
import { toPage, type PageRequest } from '@/domain/pagination';
import { foldForSearch } from '@/domain/list';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import { mappedInTurns } from '@/server/platform/in-turns';
import { requireImage } from '@/server/image/service';
import { pastOf } from '@/server/past/service';
import type { Past } from '@/server/past/sql';
import { requireProject, requireProjectThen } from '@/server/project/service';
import { toCycleStatus } from '@/server/policy/dto';
import { placeOfImage, readPlaceFacts } from '@/server/policy/service/places';
import { readPolicySet } from '@/server/policy/service/status';
import { catalogFactsOf } from '@/domain/catalog/view';
import { toEolSoftware, toImageFinding } from '../dto';
import {
  allImageFindingDetails,
  imageEnds,
  imageFindingDetails,
  imageFindingsPage,
  lengthOfProjectFindings,
  projectFindings,
  type FindingDetailRow,
  type FindingRow,
} from '../repository/findings';
import { requireImageThen } from './past';

export interface ImageFindingsQuery extends PageRequest {
  readonly imageTagId: string;
  readonly search?: string | null | undefined;
  readonly eolFilter?: EolFilter | null | undefined;
  /** How well its end is known. */
  readonly evidence?: EvidenceDegree | null | undefined;
  /** As of the end of this day, by what was known then. */
  readonly asOf?: Day | null | undefined;
}

/**
 * Lists a page of an image's findings that have an end.
 * @throws DomainError 404 when the organization has no such image, or had none on the day that is asked for
 */
export async function listImageSoftware(
  deps: Deps,
  organizationId: OrganizationId,
  { imageTagId, search, eolFilter, evidence = null, asOf, ...page }: ImageFindingsQuery,
) {
  const past = await pastOf(deps, organizationId, asOf);
  if (past) await requireImageThen(deps, organizationId, imageTagId, past);
  else await requireImage(deps, organizationId, imageTagId);
  const filter = {
    search: search ? foldForSearch(search) : null,
    range: rangeOfFilter(eolFilter, past?.day ?? dayOf(deps.clock.now())),
    evidence,
    past,
  };
  const [found, toSoftware] = await Promise.all([
    imageFindingsPage(organizationId, deps.db, imageTagId, filter, page),
    softwareReader(deps, organizationId, past),
  ]);
  return toPage(found.items.map(toSoftware), found.total, page);
}

export interface ProjectFindingsQuery extends Pick<ImageFindingsQuery, 'evidence' | 'asOf'> {
  readonly projectId: string;
}

/**
 * Characters of one answer at most: it is written as a whole, and a process has room for some of them. Ten thousand images that
 * hold a dozen each come to half of it.
 */
const MAX_ANSWER_LENGTH = 134_217_728;

/**
 * Lists all findings of a project that have an end, now or as of a day.
 * @throws DomainError 404 when the organization has no such project, or had none on the day that is asked for, 422 when there are
 * more than one answer can hold
 */
export async function listProjectSoftware(
  deps: Deps,
  organizationId: OrganizationId,
  { projectId, evidence = null, asOf }: ProjectFindingsQuery,
) {
  const past = await pastOf(deps, organizationId, asOf);
  if (past) await requireProjectThen(deps, organizationId, projectId, past);
  else await requireProject(deps, organizationId, projectId);
  const filter = { evidence, past };
  const length = await lengthOfProjectFindings(organizationId, deps.db, projectId, filter);
  if (length > MAX_ANSWER_LENGTH) throw invalid([MORE_THAN_ONE_ANSWER]);
  const [rows, toSoftware] = await Promise.all([
    projectFindings(organizationId, deps.db, projectId, filter),
    softwareReader(deps, organizationId, past),
  ]);
  return mappedInTurns(rows, toSoftware);
}

const MORE_THAN_ONE_ANSWER: Fault = {
  loc: ['path', 'project_id'],
  msg: 'Value error, its images hold more software than one answer has room for: ask for each image apart',
  type: 'value_error',
};

/** Makes a reader of findings for the contract's lists, with advice where to move: that is a question of today. */
async function softwareReader(
  { catalog, clock }: Deps,
  organizationId: OrganizationId,
  past: Past | null,
) {
  const view = await catalog.forOrganization(organizationId);
  const today = dayOf(clock.now());
  return (row: FindingRow) => toEolSoftware(row, past ? null : adviceOn(view, row, today));
}

/**
 * Lists every open finding of an image with its packages, the policies' verdict on it today and the catalog's facts
 * of its cycle, also findings without a known end.
 * @throws DomainError 404 when the organization has no such image
 */
export async function listImageFindings(
  deps: Deps,
  organizationId: OrganizationId,
  imageTagId: string,
) {
  await requireImage(deps, organizationId, imageTagId);
  const [rows, toFinding] = await Promise.all([
    imageFindingDetails(organizationId, deps.db, imageTagId),
    findingReader(deps, organizationId, imageTagId),
  ]);
  return mappedInTurns(rows, toFinding);
}

/**
 * Reads the same findings in batches, or those of one state.
 * @throws DomainError 404 when the organization has no such image
 */
export async function* imageFindingsForExport(
  deps: Deps,
  organizationId: OrganizationId,
  { imageTagId, state }: { readonly imageTagId: string; readonly state: EolState | null },
) {
  await requireImage(deps, organizationId, imageTagId);
  const toFinding = await findingReader(deps, organizationId, imageTagId);
  const stateOf = statesAsOf(dayOf(deps.clock.now()));
  for await (const rows of allImageFindingDetails(organizationId, deps.db, imageTagId)) {
    yield rows
      .map((row) => ({ ...toFinding(row), state: stateOf(row.eolOn) }))
      .filter((finding) => state === null || finding.state === state);
  }
}

/** Gives the ends of the software in an image. The caller has made sure that it exists. */
export async function endsInImage(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
  imageTagId: string,
) {
  const ends = await imageEnds(organizationId, db, imageTagId);
  return ends.map((end) => ({
    ...{ product: end.productName, cycle: end.cycle },
    ...{ eolOn: end.eolOn, eolOnKnown: end.eolOnKnown, eolSource: end.eolSource },
    ...{ estimatedFrom: end.estimatedFrom, support: end.support, isCarried: end.isCarried },
  }));
}

/** Makes a reader of the policies' verdict and the catalog's facts on a finding of one image today. */
async function findingReader(deps: Deps, organizationId: OrganizationId, imageTagId: string) {
  const today = dayOf(deps.clock.now());
  const [policies, catalog] = await Promise.all([
    readPolicySet(organizationId, deps.db, today),
    deps.catalog.forOrganization(organizationId),
  ]);
  const facts = await readPlaceFacts(deps, organizationId, [policies], [imageTagId]);
  return (row: FindingDetailRow) => {
    const { projectId, projectName } = row;
    const place = placeOfImage(facts, {
      imageTagId: imageTagId.toLowerCase(),
      ...{ projectId, projectName },
    });
    const [verdict] = evaluate([row], policies, place, today).verdicts;
    return toImageFinding(
      row,
      toCycleStatus(verdict),
      catalogFactsOf(catalog, row, today),
      adviceOn(catalog, row, today),
    );
  };
}
