import { isDomainError } from '@/domain/errors';
import { identityOf } from '@/domain/identifiers/identity';
import { uploadOfDocument, type GivenSubject } from '@/domain/inventory/upload';
import {
  labelsOfTags,
  PARENT_LABEL,
  parentLabel,
  DEFAULT_VERSION,
} from '@/server/dependency-track/dto';
import { lineOfOthers } from '@/domain/validation/foreign-text';
import { findNamed, noteUploadedFacts } from '@/server/dependency-track/service/projects';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Uploader } from '@/server/platform/auth/principal';
import type { Deps } from '@/server/platform/deps';
import { payloadTurn } from '@/server/platform/http/payload-turns';
import type { Answer } from '@/server/platform/outbound/guarded-fetch';
import { readFetchedSbom, type ReadSbom } from '@/server/sbom/service/body';
import { acceptUpload } from '@/server/scan/service/upload';
import { holdCompanion, type Revision } from '../repository/companion';
import { saveFacts, savePulled, type KnownProject } from '../repository/projects';
import type { TrackedProject } from './portfolio';
import { RemoteFailure, type Remote } from './remote';

/**
 * Another configuration was entered meanwhile, none is any more, or another process has stored the same: what was
 * fetched is dropped.
 */
export class CompanionChanged extends Error {
  override readonly name = 'CompanionChanged';
}

/** One pull of one organization's portfolio. */
export interface Pull {
  readonly deps: Deps;
  readonly uploader: Uploader;
  readonly revision: Revision;
  readonly remote: Remote;
  readonly signal: AbortSignal;
  /** When it began, in milliseconds since the epoch. */
  readonly begunMs: number;
}

/** The route of an upload that nobody sent. */
const PATH = 'companion';

/** Whether what a project holds has to be fetched: it never was, or has come anew since, or has another name now. */
export function isStale(project: TrackedProject, known: KnownProject | undefined): boolean {
  if (!known?.importedAt) return true;
  const isSameImport = known.importedAt.getTime() === project.importedAt.getTime();
  return !isSameImport || known.name !== project.name || known.version !== project.tag;
}

/**
 * Fetches what a project holds and stores it as an upload of our own would be. In the upload's transaction it is noted
 * which import it was: whenever the process ends, it is stored and known, or neither.
 * @throws RemoteFailure, CompanionChanged; DomainError 413 and 422 for the document, 503 for want of room here
 */
export async function pullProject(
  pull: Pull,
  project: TrackedProject,
  known: KnownProject | undefined,
): Promise<void> {
  const imageTagId = await pull.remote.bom(project.uuid, (answer) =>
    receive(pull, project, answer),
  );
  const before = known?.imageTagId ?? null;
  if (before !== null && before !== imageTagId) {
    // It has another name now; its old one is not in use there any more.
    await note(pull, before, { isActive: false });
  }
  await bringFacts(pull, project, imageTagId, true);
}

/** Brings what is listed of a project beside what it holds to its image, where that has changed. */
export async function refreshProject(
  pull: Pull,
  project: TrackedProject,
  { imageTagId, factsKey, state }: KnownProject,
): Promise<void> {
  const isSame = factsKey === factsKeyOf(project) && state === 'pulled';
  if (imageTagId !== null && !isSame) await bringFacts(pull, project, imageTagId, false);
}

function factsKeyOf({ tags, isLatest }: TrackedProject): string {
  return identityOf('companion facts', String(isLatest), ...[...tags].sort());
}

async function bringFacts(
  pull: Pull,
  project: TrackedProject,
  imageTagId: string,
  isJustStored: boolean,
): Promise<void> {
  const { uuid, isLatest, tags } = project;
  // The upload has brought the tags.
  await note(pull, imageTagId, { isActive: true, isLatest, ...(!isJustStored && { tags }) });
  const at = pull.deps.clock.now();
  const factsKey = factsKeyOf(project);
  await saveFacts(pull.uploader.organizationId, pull.deps.db, uuid, { factsKey, at });
}

/** An image that was deleted here stays so until its next import. */
async function note(
  { deps, uploader }: Pull,
  imageTagId: string,
  changes: Parameters<typeof noteUploadedFacts>[3],
): Promise<void> {
  try {
    await noteUploadedFacts(deps, uploader.organizationId, imageTagId, changes);
  } catch (error) {
    if (!isDomainError(error) || error.code !== 'not_found') throw error;
  }
}

/** Takes room for an answer as for a body that somebody sends, and reads it. */
async function receive(pull: Pull, project: TrackedProject, answer: Answer): Promise<string> {
  const { deps, uploader, signal } = pull;
  const maxBytes = deps.env.maxScanBytes;
  const { organizationId, id } = uploader;
  const owner = { kind: 'companion', id, active: { organizationId } } as const;
  const leave = await deps.bodyBudget.enter(owner, announcedBytes(answer) ?? maxBytes, signal);
  try {
    return await readFetchedSbom(answer.body ?? none(), { path: PATH, maxBytes }, (upload) =>
      payloadTurn(deps, upload.keptBytes)(() => store(pull, project, upload)),
    );
  } finally {
    leave();
  }
}

async function* none(): AsyncGenerator<Uint8Array, void, undefined> {
  // An answer without a body is an empty document, which its reader refuses.
}

/** Null where it is packed: then what is announced is not what is read. */
function announcedBytes({ headers }: Answer): number | null {
  const length = headers.get('content-length');
  if (length === null || headers.get('content-encoding') !== null) return null;
  return /^\d{1,12}$/.test(length) ? Number(length) : null;
}

async function store(pull: Pull, project: TrackedProject, upload: ReadSbom): Promise<string> {
  const { deps, uploader, revision } = pull;
  const { organizationId } = uploader;
  const document = await upload.takeDocument();
  const given = await subjectOf(deps, organizationId, project);
  const body = { ...upload.scanBody, policiesRead: null };
  const accepted = await acceptUpload(
    deps,
    uploader,
    uploadOfDocument(document, given),
    body,
    ({ answer }) => answer,
    async (tx, { answer }) => {
      if (!(await holdCompanion(organizationId, tx, revision))) throw new CompanionChanged();
      const named = { uuid: project.uuid, name: project.name, version: project.tag };
      const isNew = await savePulled(organizationId, tx, named, {
        importedAt: project.importedAt,
        imageTagId: answer.image_tag_id,
        at: deps.clock.now(),
      });
      if (!isNew) throw new CompanionChanged();
    },
  );
  return accepted.image_tag_id;
}

/** Whatever the document says that it is of: the server there has said so. */
async function subjectOf(
  deps: Deps,
  organizationId: OrganizationId,
  { name, tag, version, tags, parent }: TrackedProject,
): Promise<GivenSubject> {
  const known = await findNamed(deps, organizationId, { name, version });
  const above = parent && { name: parent.name, tag: parent.version ?? DEFAULT_VERSION };
  return {
    ...{ project: name, name, tag, digest: null, kind: known?.kind ?? 'application' },
    labels: { ...labelsOfTags(tags), ...(above && { [PARENT_LABEL]: parentLabel(above) }) },
  };
}

const MAX_FAULT_LENGTH = 1_000;

/**
 * Says in one line why a project could not be pulled, and whether that is sure to be its own; null when it is not the
 * project that fails.
 */
export function projectFaultOf(
  { logger }: Pick<Deps, 'logger'>,
  error: unknown,
): { readonly fault: string; readonly isItsOwn: boolean } | null {
  if (error instanceof RemoteFailure) {
    const { concerns, message } = error;
    return concerns === 'server' ? null : { fault: message, isItsOwn: concerns === 'project' };
  }
  if (error instanceof CompanionChanged) return null;
  if (isDomainError(error)) {
    if (error.code === 'unavailable') return null;
    const places = error.faults.map(({ loc, msg }) => [...loc.slice(1), msg].join(': '));
    const detail = places.length > 0 ? places.join('; ') : error.message;
    const fault = lineOfOthers(`Its BOM is not read: ${detail}`, MAX_FAULT_LENGTH);
    return { fault, isItsOwn: true };
  }
  logger.error({ err: error }, 'what a project holds was not stored');
  return { fault: 'This service failed to store it; its log says more', isItsOwn: false };
}
