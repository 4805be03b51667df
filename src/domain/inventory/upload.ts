import { invalid } from '@/domain/errors';
import { readImageReference } from '@/domain/identifiers/image-reference';
import { UNASSIGNED_PROJECT } from '@/domain/identifiers/project-name';
import {
  DIGEST,
  directorySource,
  type SbomFormat,
  type ScanSource,
  type ScanUpload,
  wellFormedLabels,
} from '@/domain/scan/upload';
import type { InventoryDocument, InventoryFormat, InventorySubject, SubjectKind } from './document';

/** The kind under which each format is stored. */
export const SBOM_FORMATS: Readonly<Record<InventoryFormat, SbomFormat>> = {
  'cyclonedx-json': 'cyclonedx',
  'cyclonedx-xml': 'cyclonedx',
  'spdx-json': 'spdx',
  'spdx-tag-value': 'spdx',
  'spdx-3-json': 'spdx',
  'syft-json': 'syft',
  'docker-scout-json': 'docker-scout',
  'trivy-json': 'trivy',
  'github-snapshot': 'github',
};

/** The parameters of an SBOM upload; a null one is taken from the document. */
export interface GivenSubject {
  readonly project: string | null;
  readonly name: string | null;
  readonly tag: string | null;
  readonly digest: string | null;
  readonly labels: Readonly<Record<string, string>>;
  /** Left out: as the document says, or as it looks. */
  readonly kind?: SubjectKind;
}

/**
 * Makes an upload of a document: its software under the name of its subject, in the project that is given. Without one,
 * an application or a repository is its own project, as every version of it belongs there. Nothing in it is matched
 * yet: unlike a scanner's, its findings are the catalog's alone.
 * @throws DomainError 422 when neither says what the document is about, or the digest is none
 */
export function uploadOfDocument(document: InventoryDocument, given: GivenSubject): ScanUpload {
  const { subject } = document;
  const source = sourceOf(document, given);
  return {
    projectName: given.project ?? projectOf(source),
    commitHash: subject?.kind === 'repository' ? subject.digest : null,
    imagePath: null,
    source,
    distro: document.distro,
    distroLifecycle: document.distroLifecycle,
    matches: [],
    matchCount: 0,
    sbomFormat: SBOM_FORMATS[document.format],
    components: document.components.map(({ component }) => component),
  };
}

/** Names the project of what a document describes, where nobody names one. @param source null: it does not say what that is */
export function projectOf(source: ScanSource | null): string {
  return source?.kind === 'application' ? source.name : UNASSIGNED_PROJECT;
}

/** Reads the source of an upload out of its document alone. @throws DomainError 422 when it does not say it */
export function sourceOfDocument(document: InventoryDocument): ScanSource {
  return sourceOf(document, { project: null, name: null, tag: null, digest: null, labels: {} });
}

/**
 * Says what a document that is only checked describes; null when neither it nor the parameters do. A digest alone is
 * an image without a name.
 * @throws DomainError 422 when the digest is none
 */
export function checkedSource(document: InventoryDocument, given: GivenSubject): ScanSource | null {
  const isNamed = given.name !== null || (document.subject?.name ?? '') !== '';
  if (isNamed || given.digest === null) return isNamed ? sourceOf(document, given) : null;
  const nameless = { ...given, name: NAMELESS, kind: 'image' } as const;
  return { ...sourceOf(document, nameless), name: '', canonicalName: '' };
}

/** Any name that is one of an image. */
const NAMELESS = 'nameless';

function sourceOf(document: InventoryDocument, given: GivenSubject): ScanSource {
  const { subject } = document;
  if (given.digest !== null && !DIGEST.test(given.digest)) {
    throw invalid([
      { loc: ['query', 'digest'], msg: 'Value error, not a digest', type: 'value_error' },
    ]);
  }
  const name = given.name ?? subject?.name ?? '';
  if (name === '') {
    const msg = 'Field required: the document does not say what it describes';
    throw invalid([{ loc: ['query', 'name'], msg, type: 'missing' }]);
  }
  switch (kindOf(document, given)) {
    case 'image':
      return imageOf(name, subject, given) ?? applicationOf(name, subject, given);
    case 'directory':
      return directorySource(name);
    case 'application':
    case 'repository':
      return applicationOf(name, subject, given);
  }
}

/** A document that does not say what it describes is of an image when it has an operating system. */
function kindOf({ subject, distro }: InventoryDocument, given: GivenSubject): SubjectKind {
  if (given.kind) return given.kind;
  // Images alone have a digest that somebody could give: a build sends it with what only knows the application.
  if (given.digest !== null) return 'image';
  const kind = subject?.kind ?? (distro ? 'image' : 'application');
  // A directory has no versions: what is given one is followed from version to version.
  return kind === 'directory' && given.tag !== null ? 'application' : kind;
}

/** Null when the name is none of an image: a tool calls many things a container. */
function imageOf(
  name: string,
  subject: InventorySubject | null,
  given: GivenSubject,
): ScanSource | null {
  const reference = readImageReference(name);
  if (!reference) return null;
  return {
    kind: 'image',
    name: reference.name,
    tag: given.tag ?? reference.explicitTag ?? subject?.tag ?? reference.tag,
    canonicalName: reference.canonicalName,
    digest: given.digest ?? reference.digest ?? subject?.digest ?? null,
    labels: labelsOf(subject, given),
    verified: false,
    repoDigests: subject?.repoDigests ?? [],
  };
}

function applicationOf(
  name: string,
  subject: InventorySubject | null,
  given: GivenSubject,
): ScanSource {
  return {
    kind: 'application',
    name: name.toWellFormed(),
    tag: (given.tag ?? subject?.tag ?? 'latest').toWellFormed(),
    canonicalName: name.toWellFormed(),
    digest: given.digest ?? (subject?.kind === 'repository' ? null : (subject?.digest ?? null)),
    labels: labelsOf(subject, given),
  };
}

function labelsOf(subject: InventorySubject | null, given: GivenSubject) {
  // Those that somebody gives come first: they are kept where there is no room for all.
  return wellFormedLabels({ ...given.labels, ...subject?.labels, ...given.labels });
}
