import { invalid } from '@/domain/errors';
import type { GivenSubject } from '@/domain/inventory/upload';
import type { InventoryDocument } from '@/domain/inventory/document';
import type { Principal } from '@/server/platform/auth/principal';
import type { Deps } from '@/server/platform/deps';
import type { ScanBody } from '@/server/platform/http/scan-body';
import { uploadSbom } from '@/server/sbom/service/sbom';
import { DEFAULT_VERSION, labelsOfTags, PARENT_LABEL, parentLabel } from '../dto';
import type { TrackedRow } from '../repository/projects';
import {
  findById,
  findNamed,
  noteUploadedFacts,
  projectNotFound,
  requireTracked,
  type NamedProject,
} from './projects';

/** The fields of an upload beside its document. */
export interface BomFields {
  /** Goes before the names. */
  readonly project: string | null;
  readonly named: NamedProject | null;
  /** Whether a project that does not exist is made; without it, it is a 404. */
  readonly autoCreate: boolean;
  readonly parent: { readonly project: string | null; readonly named: NamedProject | null };
  readonly isActive: boolean | undefined;
  readonly isLatest: boolean | undefined;
  /** Undefined: those that it has stay. */
  readonly tags: readonly string[] | undefined;
}

/**
 * Stores a document as the state of a version of a project, as an upload of our own would be.
 * @returns the id of the image tag, which is the project's for Dependency-Track, and of the upload
 * @throws DomainError 404 when the project or its parent does not exist, 422 as for other uploads
 */
export async function uploadBom(
  deps: Deps,
  principal: Principal,
  document: InventoryDocument,
  fields: BomFields,
  body: ScanBody,
): Promise<{ token: string; projectUuid: string }> {
  const known = await knownProject(deps, principal, fields);
  const given =
    'id' in known
      ? subjectOfKnown(known, document, fields)
      : await subjectOfNew(deps, principal, known, fields);
  const { scan_id, image_tag_id } = await uploadSbom(deps, principal, document, given, body);
  const { isActive, isLatest } = fields;
  if (isActive !== undefined || isLatest !== undefined) {
    await noteUploadedFacts(deps, principal.organizationId, image_tag_id, { isActive, isLatest });
  }
  return { token: scan_id, projectUuid: image_tag_id };
}

/** Finds the version that an upload names; the names alone when it is to be made. */
async function knownProject(
  deps: Deps,
  { organizationId }: Principal,
  { project, named, autoCreate }: BomFields,
): Promise<TrackedRow | NamedProject> {
  if (project !== null) return requireTracked(deps, organizationId, project);
  if (!named) {
    const loc = ['body', 'projectName'];
    throw invalid([{ loc, msg: 'Field required', type: 'missing' }]);
  }
  const known = await findNamed(deps, organizationId, named);
  if (!known && !autoCreate) throw projectNotFound();
  return known ?? named;
}

/** Whatever the document says that it is of: the client has said where it belongs. */
function subjectOfKnown(
  { projectName: project, name, tag, kind, labels }: TrackedRow,
  { subject }: InventoryDocument,
  { tags }: BomFields,
): GivenSubject {
  const parent = labels?.[PARENT_LABEL];
  const kept = tags
    ? { ...labelsOfTags(tags), ...(parent !== undefined && { [PARENT_LABEL]: parent }) }
    : { ...labels, ...subject?.labels };
  return { project, name, tag, kind, digest: null, labels: kept };
}

async function subjectOfNew(
  deps: Deps,
  { organizationId }: Principal,
  { name, version }: NamedProject,
  { parent, tags = [] }: BomFields,
): Promise<GivenSubject> {
  const above =
    parent.project !== null
      ? await findById(deps, organizationId, parent.project)
      : parent.named && (await findNamed(deps, organizationId, parent.named));
  if (!above && (parent.project !== null || parent.named)) {
    throw projectNotFound('parent project');
  }
  return {
    ...{ project: name, name, tag: version ?? DEFAULT_VERSION, kind: 'application', digest: null },
    labels: { ...labelsOfTags(tags), ...(above && { [PARENT_LABEL]: parentLabel(above) }) },
  };
}
