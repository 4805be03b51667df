import { adviceOn } from '@/domain/advice/advice';
import { dayOf, type Day } from '@/domain/eol/calendar';
import { notFound } from '@/domain/errors';
import { identityOf } from '@/domain/identifiers/identity';
import { toPage, type PageRequest } from '@/domain/pagination';
import { evaluate, type JudgedCycle } from '@/domain/policy/evaluate';
import type { Place } from '@/domain/policy/place';
import type { PolicySet } from '@/domain/policy/set';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import { catalogFactsOf } from '@/domain/catalog/view';
import { toCycleStatus } from '@/server/policy/dto';
import { pastDay, pastOf } from '@/server/past/service';
import { readPolicySet } from '@/server/policy/service/status';
import { toOwner } from '@/server/team/dto';
import { ownersOfProjects } from '@/server/team/service/owners';
import {
  findHeldCycles,
  findHoldingProjects,
  findHoldingProjectsNamed,
  findHoldingTeams,
  findPastHeldCycles,
  imagesOfHeldCycles,
  findSoftware,
  findSoftwareName,
  type SoftwareDetailRow,
} from '../repository/detail';
import { toSupport } from '@/server/coverage/dto';
import { lifecycleOf, type LifecycleCycle } from './lifecycle';

/** Projects with policies of their own that one page names. */
const MAX_JUDGED_PROJECTS = 50;

/**
 * Gets one release cycle of a product as one artifact type: its dates, its note, the policies' verdict on it, and
 * the product's cycles around it.
 * @throws DomainError 404 when the organization has no such software
 */
export async function getSoftware(
  { db, clock, catalog }: Deps,
  organizationId: OrganizationId,
  softwareId: string,
) {
  const row = await findSoftware(organizationId, db, softwareId);
  if (!row) throw notFound('Software');
  const today = dayOf(clock.now());
  const [held, policies, view] = await Promise.all([
    findHeldCycles(organizationId, db, row.productKey),
    readPolicySet(organizationId, db, today),
    catalog.forOrganization(organizationId),
  ]);
  const names = policies.projectNames.map((name) => identityOf(name));
  const projects =
    names.length === 0
      ? []
      : await findHoldingProjectsNamed(organizationId, db, row.id, names, MAX_JUDGED_PROJECTS);
  const waivedTeams = policies.waivers
    .on(row)
    .flatMap(({ scope, teamId }) => (scope === 'team' && teamId) || []);
  const teams =
    waivedTeams.length === 0 ? [] : await findHoldingTeams(organizationId, db, row.id, waivedTeams);
  const owners = await ownersOfProjects(
    { db },
    organizationId,
    projects.map(({ id }) => id),
  );
  const ownerOf = (projectId: string) => {
    const owner = owners.get(projectId);
    return owner ? toOwner(owner) : null;
  };
  const product = view.productNamed(row.productName);
  return {
    ...toDetail(row),
    ...judgedIn({ projectName: '', teamId: null }, row, policies, today),
    projectPolicies: projects.map(({ id, name, ownerTeamId }) => ({
      project: { id, name },
      owner: ownerOf(id),
      ...judgedIn({ projectName: name, teamId: ownerTeamId }, row, policies, today),
    })),
    teamPolicies: teams.map((team) => ({
      team,
      ...judgedIn({ projectName: '', teamId: team.id }, row, policies, today),
    })),
    lifecycle: await countImages(lifecycleOf(row, held, product, today), () =>
      imagesOfHeldCycles(organizationId, db, row.productKey),
    ),
    catalog: catalogFactsOf(view, row, today),
    advice: adviceOn(view, row, today),
  };
}

/** Counts the images of cycles that are held as several things, which most products have none of. */
async function countImages(
  cycles: readonly LifecycleCycle[],
  count: () => Promise<ReadonlyMap<string, number>>,
): Promise<LifecycleCycle[]> {
  if (cycles.every(({ images }) => images !== null)) return [...cycles];
  const counted = await count();
  return cycles.map((cycle) => ({ ...cycle, images: counted.get(cycle.name) ?? cycle.images }));
}

/**
 * Gets one release cycle as it was when a day was over: its end as it was known then, who held it, and the product's cycles
 * that were held. What the catalog and the policies say, and where to move, are questions of today.
 * @throws DomainError 404 when the organization has no such software, 422 for a day of which nothing is known
 */
export async function getPastSoftware(
  deps: Deps,
  organizationId: OrganizationId,
  { softwareId, asOf }: { readonly softwareId: string; readonly asOf: Day },
) {
  const past = (await pastOf(deps, organizationId, asOf, 'asOf')) ?? pastDay(asOf);
  const row = await findSoftware(organizationId, deps.db, softwareId, past);
  if (!row) throw notFound('Software');
  const held = await findPastHeldCycles(organizationId, deps.db, row.productKey, past);
  const { id, productName, cycle, artifactType, lts, images, projects } = row;
  return {
    ...{ day: past.day, id, productName, cycle, artifactType, lts, images, projects },
    releaseDate: row.releasedOn,
    firstSeenDate: row.firstSeenOn,
    ...{ eolDate: row.eolOn, eolDateKnown: row.eolOnKnown, estimatedFrom: row.estimatedFrom },
    evidence: row.evidence,
    contract: toSupport(row.support),
    lifecycle: lifecycleOf(row, held, null, past.day),
  };
}

/**
 * Tells which software an id names.
 * @throws DomainError 404 when the organization has no such software
 */
export async function nameSoftware(
  { db }: Deps,
  organizationId: OrganizationId,
  softwareId: string,
) {
  const row = await findSoftwareName(organizationId, db, softwareId);
  if (!row) throw notFound('Software');
  return row;
}

export interface HoldingQuery extends PageRequest {
  readonly softwareId: string;
  /** As of the end of this day. */
  readonly asOf?: Day | null | undefined;
}

/**
 * Lists a page of the projects whose images hold some software, or held it when a day was over, by name.
 * @throws DomainError 404 when the organization has no such software
 */
export async function listHoldingProjects(
  deps: Deps,
  organizationId: OrganizationId,
  { softwareId, asOf, ...page }: HoldingQuery,
) {
  const past = await pastOf(deps, organizationId, asOf, 'asOf');
  await nameSoftware(deps, organizationId, softwareId);
  const asked = { softwareId, past };
  const found = await findHoldingProjects(organizationId, deps.db, asked, page);
  const items = found.items.map(({ id, name, images }) => ({ id, name, images }));
  return toPage(items, found.total, page);
}

/**
 * Judges a cycle in the images of a project that do not run and, where a policy asks, in those that do.
 * @param project with the name "" for every project without policies of its own: no policy is about a nameless one
 */
function judgedIn(
  project: Pick<Place, 'projectName' | 'teamId'>,
  cycle: JudgedCycle,
  policies: PolicySet,
  today: Day,
) {
  const where = (runs: boolean) =>
    judge(cycle, policies, { ...project, imageTagId: null, imageWaivers: [], runs }, today);
  return {
    policy: where(false),
    runningPolicy: policies.onlyRunning.length === 0 ? null : where(true),
  };
}

function judge(cycle: JudgedCycle, policies: PolicySet, place: Place, today: Day) {
  const [verdict] = evaluate([cycle], policies, place, today).verdicts;
  const { action, policyId, appliesOn, message, waiver } = toCycleStatus(verdict);
  return {
    action,
    policyId,
    appliesOn,
    message,
    waiver,
    changes: [...(verdict?.nextChanges ?? [])],
  };
}

function toDetail(row: SoftwareDetailRow) {
  return {
    id: row.id,
    productName: row.productName,
    productPermalink: row.productPermalink,
    cycle: row.cycle,
    artifactType: row.artifactType,
    lts: row.lts,
    releaseDate: row.releasedOn,
    latestRelease: row.latestRelease,
    latestReleaseDate: row.latestReleasedOn,
    eolDate: row.eolOn,
    eolDateKnown: row.eolOnKnown,
    eolSource: row.eolSource,
    evidence: row.evidence,
    estimatedFrom: row.estimatedFrom,
    scannerEolDate: row.scannerEolOn,
    contract: toSupport(row.support),
    contractElsewhere: row.supportElsewhere,
    firstSeenDate: row.firstSeenOn,
    images: row.images,
    projects: row.projects,
    productNote: row.noteId === null ? null : toNote(row, row.noteId),
  };
}

function toNote({ noteContent, noteUserProfile }: SoftwareDetailRow, id: string) {
  return { id, noteContent, userProfile: noteUserProfile };
}
