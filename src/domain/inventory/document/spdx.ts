import { z } from 'zod';
import { parsePurl } from '@/domain/identifiers/purl';
import type { Distro } from '@/domain/scan/context';
import {
  type ComponentScope,
  type InventoryDocument,
  InventoryDocumentError,
  type InventorySubject,
  type InventoryTool,
} from '../document';
import { ComponentList } from './components';
import {
  cutText,
  dayOfText,
  excerpt,
  instantOf,
  itemsOf,
  lifecycleOf,
  listOf,
  longText,
  memberOf,
  nameText,
  type Path,
  parsePart,
  pathText,
} from './shape';
import { readRelationships, sourcesOfPackages } from './spdx-relationships';
import {
  imageSubject,
  isOfPackage,
  isOfProduct,
  isPath,
  subjectOf,
  subjectOfPurl,
} from './subject';
import { FORMATS_READ, type InventorySyntax } from './syntax';
import { known } from './words';

const VERSIONS = new Set(['SPDX-2.2', 'SPDX-2.3']);

const DIGEST = /^sha(?:256|384|512):[0-9a-f]{64,128}$/;

/** As the specification's text has it, and as its JSON schema does. */
const OPERATING_SYSTEM = /^OPERATING[-_]SYSTEM$/;

const head = z.object({
  spdxVersion: nameText,
  SPDXID: longText,
  name: longText,
  creationInfo: z.object({ created: nameText, creators: listOf(longText) }).nullish(),
  documentDescribes: listOf(longText),
});

const spdxPackage = z.object({
  SPDXID: longText,
  name: longText,
  versionInfo: nameText,
  primaryPackagePurpose: nameText,
  licenseDeclared: cutText,
  licenseConcluded: cutText,
  sourceInfo: cutText,
  releaseDate: nameText,
  validUntilDate: nameText,
  externalRefs: listOf(z.object({ referenceType: nameText, referenceLocator: longText })),
  checksums: listOf(z.object({ algorithm: nameText, checksumValue: longText })),
});
type SpdxPackage = z.output<typeof spdxPackage>;

/** Reads SPDX 2.2 and 2.3; tag-value comes in the shape of JSON. */
export function readSpdx(
  document: unknown,
  syntax: InventorySyntax,
  path: Path = [],
): InventoryDocument {
  const { spdxVersion, SPDXID, name, creationInfo, documentDescribes } = parsePart(
    head,
    document,
    path,
  );
  if (!VERSIONS.has(spdxVersion ?? '')) {
    throw new InventoryDocumentError(
      `${excerpt(spdxVersion ?? 'SPDX without a version')} is not read. ${FORMATS_READ}`,
      pathText([...path, 'spdxVersion']),
    );
  }
  const described = new Set(documentDescribes.flatMap((id) => id ?? []));
  const { scopes, origins } = readRelationships(
    document,
    path,
    described,
    SPDXID ?? 'SPDXRef-DOCUMENT',
  );
  const packagesPath = [...path, 'packages'];
  const packages = itemsOf(memberOf(document, 'packages'), packagesPath).map((item, index) =>
    parsePart(spdxPackage, item, [...packagesPath, index]),
  );
  const sources = sourcesOfPackages(
    origins,
    packages.map((entry) => ({ id: entry.SPDXID ?? '', purl: purlOf(entry) })),
  );
  const list = new ComponentList();
  const systems: SpdxPackage[] = [];
  const subjects: SpdxPackage[] = [];
  for (const entry of packages) {
    const id = entry.SPDXID ?? '';
    const isSubject = described.size === 1 && described.has(id);
    if (isSubject) subjects.push(entry);
    if (isOperatingSystem(entry)) systems.push(entry);
    else if (isSubject ? isPackage(entry) : isSoftware(entry)) {
      const scope = scopes.get(id);
      // What nobody needs else: a build may leave its source in the image, too.
      const isSource = scope === undefined && sources.has(id);
      list.add(factsOf(entry, isSource ? 'development' : (scope ?? null)));
    }
  }
  const [subject] = subjects;
  return {
    format: syntax === 'tag-value' ? 'spdx-tag-value' : 'spdx-json',
    formatVersion: spdxVersion ?? null,
    tools: toolsOf(creationInfo?.creators ?? []),
    createdAt: instantOf(creationInfo?.created),
    subject: subject ? subjectOfPackage(subject) : subjectOfName(known(name)),
    ...list.result(systems.map((one) => ({ distro: distroOf(one), lifecycle: supportOf(one) }))),
  };
}

/** SPDX 2.2 has no purposes: there Trivy's id alone tells. */
function isOperatingSystem({ primaryPackagePurpose, SPDXID }: SpdxPackage): boolean {
  const purpose = known(primaryPackagePurpose);
  if (purpose !== null) return OPERATING_SYSTEM.test(purpose);
  return /^SPDXRef-OperatingSystem-/.test(SPDXID ?? '');
}

/** A subject that is a package itself is listed too. */
function isPackage(entry: SpdxPackage): boolean {
  const { versionInfo, primaryPackagePurpose } = entry;
  const purl = purlOf(entry);
  if (purl !== null || primaryPackagePurpose === 'CONTAINER') return isOfPackage(purl, versionInfo);
  return isOfProduct(cpesOf(entry), versionInfo);
}

/** Trivy lists lock files as packages: such an entry is a place, and its packages stand for themselves. */
function isSoftware(entry: SpdxPackage): boolean {
  if (entry.primaryPackagePurpose === 'FILE' && purlOf(entry) === null) return false;
  const isBare = known(entry.versionInfo) === null && entry.externalRefs.length === 0;
  return !isBare || !/^SPDXRef-(?:Application|Filesystem|DocumentRoot)-/.test(entry.SPDXID ?? '');
}

function referencesOf({ externalRefs }: SpdxPackage, type: RegExp): string[] {
  return externalRefs.flatMap(({ referenceType, referenceLocator }) =>
    type.test(referenceType ?? '') && referenceLocator ? [referenceLocator] : [],
  );
}

function cpesOf(entry: SpdxPackage): string[] {
  return referencesOf(entry, /(?:^|\/)cpe2[23]Type$/);
}

/** Some writers give the type by its whole address. */
function purlOf(entry: SpdxPackage): string | null {
  return referencesOf(entry, /(?:^|\/)purl$/)[0] ?? null;
}

function factsOf(
  entry: SpdxPackage,
  scope: ComponentScope | null,
): Parameters<ComponentList['add']>[0] {
  // As Trivy says which source package a package was built from.
  const source = /^built package from: (\S+) (\S+)/.exec(entry.sourceInfo ?? '');
  return {
    name: entry.name?.slice(0, 1_024),
    version: entry.versionInfo,
    purl: purlOf(entry),
    cpes: cpesOf(entry),
    upstream: source ? { name: source[1] ?? '', version: source[2] ?? '' } : null,
    licenses: [known(entry.licenseDeclared) ?? known(entry.licenseConcluded) ?? []].flat(),
    scope,
    lifecycle: supportOf(entry),
  };
}

/** Its release, and the end of the support that its supplier gives it (SPDX 2.3, 7.25 and 7.27). */
function supportOf({ releaseDate, validUntilDate }: SpdxPackage) {
  const [releasedOn, eolOn] = [dayOfText(releaseDate), dayOfText(validUntilDate)];
  return lifecycleOf({ releasedOn, eolOn }, eolOn === null ? 'releaseDate' : 'validUntilDate');
}

function distroOf(entry: SpdxPackage): Distro {
  return {
    id: known(entry.name) ?? '',
    versionId: known(entry.versionInfo) ?? '',
    prettyName: '',
    cpeName: referencesOf(entry, /cpe2[23]Type$/)[0] ?? '',
  };
}

/** Names beyond this are cut. */
const MAX_TOOL_LENGTH = 256;

/** `Tool: syft-v1.10.0`; the version is behind the last dash that a digit follows. */
function toolsOf(creators: readonly (string | null | undefined)[]): InventoryTool[] {
  return creators.flatMap((creator) => {
    const name = /^Tool:\s*(.+)$/s
      .exec(creator ?? '')?.[1]
      ?.trim()
      .slice(0, MAX_TOOL_LENGTH)
      // Answers are kept as JSON, which takes no half of a pair.
      .toWellFormed();
    if (name === undefined || name === '') return [];
    const [, tool = name, version = null] = /^(.+?)-(v?\d[\w.+-]*)$/.exec(name) ?? [];
    return [{ name: tool, version }];
  });
}

function subjectOfPackage(entry: SpdxPackage): InventorySubject | null {
  const { SPDXID, versionInfo, primaryPackagePurpose } = entry;
  const id = SPDXID ?? '';
  const name = known(entry.name);
  const purl = purlOf(entry);
  const version = known(versionInfo);
  if (primaryPackagePurpose === 'CONTAINER' || /^SPDXRef-DocumentRoot-Image-/.test(id)) {
    // apko calls an image by its digest, which is another one with each build.
    const isNamed = name !== null && !(DIGEST.test(name) && namesImage(purl));
    if (!isNamed) return subjectOfPurl(purl, null, version);
    const image = subjectOfPurl(purl, name, version);
    const digest = entry.checksums.find(({ algorithm }) => algorithm === 'SHA256')?.checksumValue;
    const subject = imageSubject({ name, version: version ?? image?.digest ?? null });
    const given = subject.digest ?? image?.digest ?? (digest ? `sha256:${digest}` : null);
    return { ...subject, digest: given };
  }
  const isDirectory =
    name !== null &&
    (isPath(name) || /^SPDXRef-(?:DocumentRoot-(?:Directory|File)|Filesystem)-/.test(id));
  if (isDirectory) return subjectOf('directory', name);
  return (
    subjectOfPurl(purl, name, version) ??
    (name === null ? null : subjectOf('application', name, version))
  );
}

/**
 * Whether a package URL says which image it is: apko writes `image` and `index` where it was told no name, as in Chainguard's
 * attestations, and all of those would be one image. An index holds no software, which would take the place of its images'.
 */
function namesImage(text: string | null): boolean {
  const reading = text === null ? null : parsePurl(text);
  if (!reading?.ok) return false;
  const { name, qualifiers } = reading.purl;
  const isTold = !['image', 'index'].includes(name) || qualifiers.has('repository_url');
  return isTold && !/index|manifest\.list/.test(qualifiers.get('mediatype') ?? '');
}

function subjectOfName(name: string | null): InventorySubject | null {
  if (name === null) return null;
  return subjectOf(isPath(name) ? 'directory' : 'application', name);
}
