import { notFound } from '@/domain/errors';
import { ownersOf, pathInRepository, type NamedOwners } from '@/domain/team/codeowners';
import { recordAudit } from '@/server/audit/service';
import { requireOwnProject } from '@/server/platform/auth/build-scope';
import { coverOwned } from '@/server/coverage/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Actor } from '@/server/platform/auth/principal';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import {
  findLatestLocation,
  isKeptCodeowners,
  lockOwnedProject,
  putCodeowners,
} from '../repository/owners';
import { applyRules, shareRules } from '../repository/rules';
import { ownerOf, requireOwned } from './owners';

/** A file that says who owns what in a repository. */
export interface CodeownersFile {
  readonly content: string;
  /** Of what was built, in the repository; null: as the image that was scanned last says. */
  readonly path: string | null;
}

/** A file that came with an upload. */
export interface SentCodeowners {
  readonly file: CodeownersFile;
  readonly actor: Actor;
}

/** Whom a file names that came with an upload, and who sent it. */
export interface SentNames {
  readonly named: NamedForPath;
  readonly actor: Actor;
}

/** Where something was built, as far as a scan says it. */
interface BuiltAt {
  readonly kind: string;
  readonly location: string;
}

/** Whom a file names for what was built. */
type NamedForPath = NamedOwners & { readonly path: string };

/** Reads whom a file names that came with an upload of something that was built there. */
export function namedBySent({ file, actor }: SentCodeowners, builtAt: BuiltAt): SentNames {
  return { actor, named: namedFor(file, builtAt) };
}

/** @param builtAt for a file of which nobody says the path; null: unknown */
function namedFor({ content, path }: CodeownersFile, builtAt: BuiltAt | null): NamedForPath {
  const asked = askedPath(path, builtAt);
  return { ...ownersOf(content, asked), path: asked };
}

/** The path whose owners are asked: of what was built, where it is known in the repository. */
function askedPath(path: string | null, builtAt: BuiltAt | null): string {
  if (path !== null) return pathInRepository(path, path.endsWith('/') ? 'directory' : 'file');
  if (!builtAt) return '';
  return pathInRepository(builtAt.location, builtAt.kind === 'directory' ? 'directory' : 'file');
}

/**
 * Keeps whom a CODEOWNERS file names for a project, in the place of what the last one said, and applies the rules to it.
 * A file that says what the last one said leaves nothing behind.
 * @throws DomainError 404 when the organization has no such project, 403 when it is not that of the build which sends it
 */
export async function takeCodeowners(
  { db, clock, logger }: Deps,
  actor: Actor,
  projectId: string,
  file: CodeownersFile,
) {
  const { organizationId } = actor;
  const { owned, isMoved } = await db.transaction(async (tx) => {
    await shareRules(organizationId, tx);
    if (!(await lockOwnedProject(organizationId, tx, projectId))) throw notFound('Project');
    requireOwnProject(actor, (await requireOwned(organizationId, tx, projectId)).project_name);
    const named = namedFor(file, await findLatestLocation(organizationId, tx, projectId));
    return keepNamed(tx, actor, projectId, named, clock.now());
  });
  if (isMoved) await coverOwned({ db, logger }, organizationId, [projectId]);
  return owned;
}

/**
 * Tells whether a project's last file said something else. It takes no lock, so that builds whose files say what is known
 * do not wait for each other.
 * @param projectId null: a project that there is not yet
 */
export async function isNews(
  organizationId: OrganizationId,
  tx: Transaction,
  projectId: string | null,
  named: NamedForPath,
): Promise<boolean> {
  return projectId === null || !(await isKeptCodeowners(organizationId, tx, projectId, named));
}

/**
 * Does the same as {@link takeCodeowners} with what came with an upload, in its transaction: whatever the upload says of
 * its owner is true then. Whoever calls has taken the turn of `shareOwnerRules`.
 * @returns whether the project has another owner, or one by another rule, than before
 */
export async function keepSent(
  tx: Transaction,
  { actor, named }: SentNames,
  projectId: string,
  at: Date,
): Promise<boolean> {
  if (!(await lockOwnedProject(actor.organizationId, tx, projectId))) throw notFound('Project');
  return (await keepNamed(tx, actor, projectId, named, at)).isMoved;
}

async function keepNamed(
  tx: Transaction,
  actor: Actor,
  projectId: string,
  named: NamedForPath,
  at: Date,
) {
  const { organizationId } = actor;
  const before = await requireOwned(organizationId, tx, projectId);
  const isPut = await putCodeowners(organizationId, tx, projectId, { ...named, sentAt: at });
  const isMoved = (await applyRules(organizationId, tx, [projectId])) > 0;
  if (!isPut) return { owned: before, isMoved };
  const after = await requireOwned(organizationId, tx, projectId);
  await recordAudit(tx, actor, {
    at,
    action: 'project.codeowners',
    ...{ subjectKind: 'project', subjectId: projectId },
    before: { ...ownerOf(before), codeowners: before.codeowners },
    after: { ...ownerOf(after), codeowners: after.codeowners },
  });
  return { owned: after, isMoved };
}
