import { dayOf } from '@/domain/eol/calendar';
import { DomainError, isDomainError } from '@/domain/errors';
import { askOf } from '@/domain/report/report';
import type { PageRequest } from '@/domain/pagination';
import { recordAudit } from '@/server/audit/service';
import { coverOwned } from '@/server/coverage/service';
import { listImageFindings } from '@/server/finding/service/findings';
import { deleteImage } from '@/server/image/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Actor } from '@/server/platform/auth/principal';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { packagesOfImage, readPolicySet } from '@/server/policy/service/status';
import {
  applyOwnerRulesAgain,
  ownerOfProject,
  shareOwnerRules,
} from '@/server/team/service/owners';
import {
  DEFAULT_VERSION,
  labelsOfTags,
  PARENT_LABEL,
  toMetrics,
  toTrackedProject,
  toViolations,
} from '../dto';
import {
  demoteOthers,
  findTracked,
  findTrackedNamed,
  lockProjectOf,
  lockTracked,
  trackedPage,
  updateTracked,
  type TrackedFacts,
  type TrackedFilter,
  type TrackedRow,
} from '../repository/projects';

/** The version of a project by its names; without a version the one that has none. */
export interface NamedProject {
  readonly name: string;
  readonly version: string | null;
}

/** A 404 in the words that clients of Dependency-Track know. */
export function projectNotFound(which = 'project'): DomainError {
  return new DomainError('not_found', `The ${which} could not be found.`);
}

/** Finds a version of a project by its names; null when there is none. */
export function findNamed(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
  { name, version }: NamedProject,
): Promise<TrackedRow | null> {
  return findTrackedNamed(organizationId, db, { name, version: version ?? DEFAULT_VERSION });
}

/** Finds a version of a project by its id; null when there is none. */
export function findById(
  { db }: { readonly db: Transaction },
  organizationId: OrganizationId,
  uuid: string,
): Promise<TrackedRow | null> {
  return findTracked(organizationId, db, uuid);
}

/** @throws DomainError 404 when the organization has no such project */
export async function requireTracked(
  deps: { readonly db: Transaction },
  organizationId: OrganizationId,
  uuid: string,
): Promise<TrackedRow> {
  const row = await findById(deps, organizationId, uuid);
  if (!row) throw projectNotFound();
  return row;
}

/** @throws DomainError 404 when the organization has no such project */
export async function getTrackedProject(deps: Deps, organizationId: OrganizationId, uuid: string) {
  return toTrackedProject(await requireTracked(deps, organizationId, uuid));
}

/** @throws DomainError 404 when the organization has no such project */
export async function lookUpProject(
  deps: Deps,
  organizationId: OrganizationId,
  named: NamedProject,
) {
  const row = await findNamed(deps, organizationId, named);
  if (!row) throw projectNotFound();
  return toTrackedProject(row);
}

/** Lists a page of the versions of all projects, those of scanners among them. */
export async function listTrackedProjects(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
  filter: TrackedFilter,
  page: PageRequest,
) {
  const { items, total } = await trackedPage(organizationId, db, filter, page);
  return { items: items.map(toTrackedProject), total };
}

/** Changes of what clients say of a version of a project; what is not there stays as it is. */
export interface TrackedChanges {
  readonly isActive?: boolean | undefined;
  readonly isLatest?: boolean | undefined;
  readonly tags?: readonly string[] | undefined;
}

/**
 * Changes what clients say of a version of a project, with an entry in the audit trail. One that becomes the latest is
 * the only one of its name.
 * @returns null when nothing changes
 * @throws DomainError 404 when the organization has no such project
 */
export async function patchTrackedProject(
  { db, clock, logger }: Pick<Deps, 'db' | 'clock' | 'logger'>,
  actor: Actor,
  uuid: string,
  changes: TrackedChanges,
) {
  const { organizationId } = actor;
  const { told, moved } = await db.transaction(async (tx) => {
    const patched = await patchInTurn(tx, organizationId, uuid, changes);
    if (!patched) return { told: null, moved: [] };
    const [before, after] = [toTrackedProject(patched.before), toTrackedProject(patched.after)];
    await recordAudit(tx, actor, {
      ...{ at: clock.now(), action: 'image.update', subjectKind: 'image', subjectId: uuid },
      ...{ before: trailOf(before), after: trailOf(after) },
    });
    return { told: after, moved: patched.moved };
  });
  if (moved.length > 0) await coverOwned({ db, logger }, organizationId, moved);
  return told;
}

/** Keeps what an upload says of its version beside the document. The upload itself is its trace. */
export async function noteUploadedFacts(
  { db, logger }: Pick<Deps, 'db' | 'logger'>,
  organizationId: OrganizationId,
  uuid: string,
  changes: TrackedChanges,
): Promise<void> {
  const patched = await db.transaction((tx) => patchInTurn(tx, organizationId, uuid, changes));
  if (patched && patched.moved.length > 0)
    await coverOwned({ db, logger }, organizationId, patched.moved);
}

/** The part of a version that a client can change. */
function trailOf({ name, version, active, isLatest, tags }: ReturnType<typeof toTrackedProject>) {
  return { name, version, active, isLatest, tags: tags.map((tag) => tag.name) };
}

interface Patched {
  readonly before: TrackedRow;
  readonly after: TrackedRow;
  /** Its project, where its labels give that another owner: then `coverOwned` follows the commit. */
  readonly moved: readonly string[];
}

async function patchInTurn(
  tx: Transaction,
  organizationId: OrganizationId,
  uuid: string,
  changes: TrackedChanges,
): Promise<Patched | null> {
  if (changes.tags) await shareOwnerRules(organizationId, tx);
  const known = await requireTracked({ db: tx }, organizationId, uuid);
  // Versions of one project take turns, or two of them could become the latest at once.
  if (!(await lockProjectOf(organizationId, tx, known.projectId))) throw projectNotFound();
  await lockTracked(organizationId, tx, known.id);
  const row = await requireTracked({ db: tx }, organizationId, uuid);
  const facts = changedFacts(row, changes);
  if (isSame(row, facts)) return null;
  await updateTracked(organizationId, tx, row.id, facts);
  if (facts.isLatest) await demoteOthers(organizationId, tx, row);
  const projects = changes.tags ? [row.projectId] : [];
  const isMoved = await applyOwnerRulesAgain(organizationId, tx, projects);
  const after = { ...row, ...facts, labels: facts.labels && { ...facts.labels } };
  return { before: row, after, moved: isMoved ? projects : [] };
}

function changedFacts(row: TrackedRow, { isActive, isLatest, tags }: TrackedChanges): TrackedFacts {
  return {
    isActive: isActive ?? row.isActive,
    isLatest: isLatest ?? row.isLatest,
    labels: tags ? retagged(row.labels, tags) : row.labels,
  };
}

/** A directory has no labels, and what is above a project is no tag of it. */
function retagged(labels: TrackedRow['labels'], tags: readonly string[]): TrackedRow['labels'] {
  const parent = labels?.[PARENT_LABEL];
  const all = {
    ...labelsOfTags(tags),
    ...(parent !== undefined && { [PARENT_LABEL]: parent }),
  };
  return Object.keys(all).length > 0 ? all : null;
}

function isSame(row: TrackedRow, { isActive, isLatest, labels }: TrackedFacts): boolean {
  const [before, after] = [row.labels ?? {}, labels ?? {}];
  const names = Object.keys(after);
  return (
    row.isActive === isActive &&
    row.isLatest === isLatest &&
    names.length === Object.keys(before).length &&
    names.every((name) => before[name] === after[name])
  );
}

/**
 * Deletes one version, which is one image: others of the same project stay.
 * @throws DomainError 404 when the organization has no such project
 */
export async function deleteTrackedProject(deps: Deps, actor: Actor, uuid: string): Promise<void> {
  await requireTracked(deps, actor.organizationId, uuid);
  try {
    await deleteImage(deps, actor, uuid);
  } catch (error) {
    // Somebody else has deleted it meanwhile.
    throw isDomainError(error) && error.code === 'not_found' ? projectNotFound() : error;
  }
}

/**
 * Lists what the policies of today deny or warn of in the state as it is stored.
 * @throws DomainError 404 when the organization has no such project
 */
export async function listTrackedViolations(
  deps: Deps,
  organizationId: OrganizationId,
  uuid: string,
) {
  return (await judged(deps, organizationId, uuid)).violations;
}

/** @throws DomainError 404 when the organization has no such project */
export async function getTrackedMetrics(deps: Deps, organizationId: OrganizationId, uuid: string) {
  const { project, violations } = await judged(deps, organizationId, uuid);
  return toMetrics(project, violations);
}

async function judged(deps: Deps, organizationId: OrganizationId, uuid: string) {
  const project = await requireTracked(deps, organizationId, uuid);
  const [findings, held, policies, owner] = await Promise.all([
    listImageFindings(deps, organizationId, project.id),
    packagesOfImage(deps, organizationId, project.id),
    readPolicySet(organizationId, deps.db, dayOf(deps.clock.now())),
    ownerOfProject(deps, organizationId, project.projectId),
  ]);
  const told = { policies: policies.byId, ask: askOf({ owner }) };
  const found = { findings, packages: held?.packages ?? [] };
  return { project, violations: toViolations(project, found, told) };
}
