import { invalid } from '@/domain/errors';
import { withModulePath } from '@/domain/catalog/keys';
import { readImageReference } from '@/domain/identifiers/image-reference';
import { parsePurl } from '@/domain/identifiers/purl';
import { MAX_PACKAGES } from '@/domain/scan/body/keep-rules';
import { type Component, withoutCarried } from '@/domain/scan/component';
import {
  type ImageSource,
  type ScanSource,
  type ScanUpload,
  wellFormedLabels,
} from '@/domain/scan/upload';
import type { InventoryDocument, InventorySubject } from './document';
import { SBOM_FORMATS, sourceOfDocument } from './upload';

/** Where the SBOM is in a scanner's upload. */
export const SBOM_LOC = ['body', 'Sbom'] as const;

/**
 * Tells which package URLs the scanner's own packages have, to the letter. Its SBOM repeats them, and is not read where
 * it does. Those by which a document tells its distribution are read while that is unknown.
 */
export function listedPurls({ components, distro }: ScanUpload): (purl: string) => boolean {
  const purls = new Set(components.flatMap(({ purl }) => purl ?? []));
  if (distro !== null) return (purl) => purls.has(purl);
  return (purl) => purls.has(purl) && !/^pkg:(?:deb|rpm|apk)\//.test(purl);
}

/**
 * Adds to a scanner's upload what its SBOM says and it does not: packages, the digest and labels of the image, the name of
 * what was scanned. What the scanner itself says stays.
 * @throws DomainError 422 when both together list more packages than an upload may have
 */
export function withSbom(upload: ScanUpload, document: InventoryDocument): ScanUpload {
  const added = unlisted(upload.components, document.components);
  const components = added.length === 0 ? upload.components : [...upload.components, ...added];
  if (components.length > MAX_PACKAGES) {
    const msg = `Packages and Sbom list more than ${String(MAX_PACKAGES)} packages`;
    throw invalid([{ loc: [...SBOM_LOC], msg, type: 'value_error' }]);
  }
  return {
    ...upload,
    source: sourceWith(upload.source, document),
    sbomFormat: SBOM_FORMATS[document.format],
    components,
  };
}

/**
 * Lists the packages of a document that are not among the scanner's. Most often there are none, as it was passed over. Dates of
 * support are the scanner's to say here: what is kept with a component counts, whenever its image is matched again.
 */
function unlisted(
  components: readonly Component[],
  ofDocument: InventoryDocument['components'],
): Component[] {
  if (ofDocument.length === 0) return [];
  const listed = new ListedPackages(components);
  return ofDocument
    .map(({ component }) => component)
    .filter((one) => !listed.has(one))
    .map(withoutCarried);
}

function sourceWith(source: ScanSource, document: InventoryDocument): ScanSource {
  const { subject } = document;
  if (!subject) return source;
  if (source.name === '') return sourceOfDocument(document);
  if (source.kind !== 'image' || subject.kind !== 'image') return source;
  const isSame =
    readImageReference(subject.name)?.canonicalName === source.canonicalName &&
    (subject.tag === null || subject.tag === source.tag);
  if (!isSame) return source;
  return filled(source, subject);
}

/** The same source where the subject knows no more of the image than it. */
function filled(source: ImageSource, subject: InventorySubject): ImageSource {
  const digest = source.digest ?? subject.digest;
  const labels = source.labels ?? wellFormedLabels({ ...subject.labels });
  const knowsDigests = source.repoDigests.length === 0 && subject.repoDigests.length > 0;
  const isSame = digest === source.digest && labels === source.labels && !knowsDigests;
  if (isSame) return source;
  const { repoDigests } = knowsDigests ? subject : source;
  return { ...source, digest, labels, repoDigests };
}

/**
 * The packages of a scanner, by all that another tool could call them: a package that is in both lists counts once,
 * though their writers differ in qualifiers of package URLs, or in having any.
 */
class ListedPackages {
  /** Of those that have a package URL. */
  private readonly coordinates = new Set<string>();
  private readonly names = new Set<string>();
  private readonly namesWithoutPurl = new Set<string>();

  constructor(components: readonly Component[]) {
    for (const component of components) {
      const version = withoutEpoch(component.version);
      const coordinates = coordinatesOf(component);
      const names = keysOf(component.name.toLowerCase(), version);
      for (const key of names) this.names.add(key);
      if (coordinates === null) for (const key of names) this.namesWithoutPurl.add(key);
      else
        for (const key of keysOf(coordinates.path, coordinates.version)) this.coordinates.add(key);
    }
  }

  has(component: Component): boolean {
    const coordinates = coordinatesOf(component);
    const name = keyOf(component.name.toLowerCase(), withoutEpoch(component.version));
    if (coordinates === null) return this.names.has(name);
    const { path, version } = coordinates;
    return this.coordinates.has(keyOf(path, version)) || this.namesWithoutPurl.has(name);
  }
}

/** A key for itself, and one for whoever has no version: that says less of the same package. */
function keysOf(name: string, version: string): string[] {
  return [keyOf(name, version), keyOf(name, '')];
}

function keyOf(name: string, version: string): string {
  return `${name}@${version}`;
}

function coordinatesOf({ purl, version }: Component): { path: string; version: string } | null {
  const reading = purl === null ? null : parsePurl(purl);
  if (!reading?.ok) return null;
  const { type, namespace, name, version: ofPurl } = withModulePath(reading.purl);
  return {
    path: [type, namespace ?? '', name].join('/').toLowerCase(),
    version: withoutEpoch(ofPurl ?? version),
  };
}

/** `1:2.38-5`: some write the epoch of dpkg and RPM as a qualifier. */
function withoutEpoch(version: string): string {
  return version.replace(/^\d+:/, '');
}
