import { z } from 'zod';
import { CARRIED_SUPPORT_LEVELS, type CarriedLifecycle } from '@/domain/scan/carried';
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
import { MAX_NESTING } from './xml';

/** The property by which a component of CycloneDX says its level of support, in the words of SPDX 3. */
export const SUPPORT_LEVEL = 'eventide:supportLevel';

/** The property of what only builds or tests, where no package manager has one. */
export const EVENTIDE_DEVELOPMENT = 'eventide:development';

const VERSIONS = new Set(['1.2', '1.3', '1.4', '1.5', '1.6', '1.7']);

const tool = z.object({ vendor: nameText, name: nameText, version: nameText });
const properties = listOf(z.object({ name: longText, value: longText.catch(null) }));
const license = z.union([
  cutText,
  z.object({
    license: z.object({ id: cutText, name: cutText }).nullish(),
    id: cutText,
    name: cutText,
    expression: cutText,
  }),
]);

const component = z.object({
  type: nameText,
  group: nameText,
  name: nameText,
  version: nameText,
  versionRange: nameText,
  scope: nameText,
  cpe: longText,
  purl: longText,
  licenses: listOf(license),
  evidence: z
    .object({ occurrences: listOf(z.object({ location: longText })) })
    .nullish()
    .catch(null),
  properties,
});
type CycloneDxComponent = z.output<typeof component>;

const head = z.object({
  specVersion: nameText,
  metadata: z
    .object({
      timestamp: nameText,
      tools: z
        .union([
          listOf(tool),
          z.object({ components: listOf(tool) }).transform((all) => all.components),
        ])
        .nullish(),
      component: component.nullish(),
      properties,
    })
    .nullish(),
});

/** Types of components that are no software whose support can end. */
const NO_SOFTWARE = new Set(['data', 'machine-learning-model', 'cryptographic-asset']);

/**
 * Reads CycloneDX; XML comes in the shape of JSON.
 * @param isListed says of which package URLs the caller knows the component already: it is passed over unread, unless
 * it carries dates
 */
export function readCycloneDx(
  document: unknown,
  syntax: InventorySyntax,
  path: Path = [],
  isListed: (purl: string) => boolean = () => false,
): InventoryDocument {
  const { specVersion, metadata } = parsePart(head, document, path);
  if (!VERSIONS.has(specVersion ?? '')) {
    throw new InventoryDocumentError(
      `CycloneDX ${excerpt(specVersion ?? 'without a version')} is not read. ${FORMATS_READ}`,
      pathText([...path, 'specVersion']),
    );
  }
  const list = new ComponentList();
  const systems: CycloneDxComponent[] = [];
  const subject = metadata?.component ?? null;
  if (subject?.type === 'operating-system') systems.push(subject);
  else if (subject && isPackage(subject)) {
    // By its purl: npm calls it by the name of its folder.
    const byPurl = known(subject.purl) !== null && { name: null, group: null };
    list.add({ ...factsOf(subject), ...byPurl });
  }
  const visit = (item: unknown, place: Path) => {
    if (isPassedOver(item, isListed)) return;
    const entry = parsePart(component, item, place);
    if (entry.type === 'operating-system') systems.push(entry);
    else if (isSoftware(entry)) list.add(factsOf(entry));
  };
  // What a device or a monorepo is made of may stand within it.
  const places = [['metadata', 'component', 'components'], ['components']];
  const lists = places.map((place) => ({
    items: itemsOf(place.reduce(memberOf, document), [...path, ...place]),
    place,
  }));
  const vulnerabilities = itemsOf(memberOf(document, 'vulnerabilities'), [
    ...path,
    'vulnerabilities',
  ]);
  if (vulnerabilities.length > 0 && lists.every(({ items }) => items.length === 0)) {
    throw new InventoryDocumentError(
      'This document lists vulnerabilities (VEX) and no components: it is no inventory',
    );
  }
  for (const { items, place } of lists) readComponents(items, [...path, ...place], visit);
  return {
    format: syntax === 'xml' ? 'cyclonedx-xml' : 'cyclonedx-json',
    formatVersion: specVersion ?? null,
    tools: toolsOf(metadata?.tools ?? []),
    createdAt: instantOf(metadata?.timestamp),
    subject: subject && subjectOfComponent(subject, metadata?.properties ?? []),
    ...list.result(
      systems.map((one) => ({ distro: distroOf(one), lifecycle: milestones(one.properties) })),
    ),
  };
}

/** Visits components in the document's order, those within a component after it; without recursion. */
function readComponents(
  items: readonly unknown[],
  path: Path,
  visit: (item: unknown, place: Path) => void,
): void {
  const open = [{ items, path, at: 0 }];
  for (let level = open.at(-1); level; level = open.at(-1)) {
    if (level.at === level.items.length) {
      open.pop();
      continue;
    }
    const item = level.items[level.at];
    const place = [...level.path, level.at];
    level.at += 1;
    visit(item, place);
    const within = [...place, 'components'];
    const nested = itemsOf(memberOf(item, 'components'), within);
    if (nested.length === 0) continue;
    if (open.length === MAX_NESTING) {
      throw new InventoryDocumentError(
        `Components are nested more than ${String(MAX_NESTING)} deep`,
        pathText(path),
      );
    }
    open.push({ items: nested, path: within, at: 0 });
  }
}

/** Properties that carry dates and levels of support. */
const LIFECYCLE = /^cdx:(?:lifecycle|cle):|^eventide:supportLevel$/;

function isPassedOver(item: unknown, isListed: (purl: string) => boolean): boolean {
  const purl = memberOf(item, 'purl');
  if (typeof purl !== 'string' || !isListed(purl)) return false;
  const all = memberOf(item, 'properties');
  return !(
    Array.isArray(all) && all.some((one) => LIFECYCLE.test(String(memberOf(one, 'name') ?? '')))
  );
}

/** Files in which package managers write what they take, as Trivy names them. */
const LOCK_FILE = /[\\/]|\.(?:json|lock|mod|props|sum|toml|txt|xml|ya?ml)$/i;

/** Trivy lists lock files and groups as applications: such an entry is a place, and its packages stand for themselves. */
function isSoftware(entry: CycloneDxComponent): boolean {
  const { type, name, version, versionRange, purl, cpe, properties } = entry;
  // A package that is a file, such as a jar. Tools name other files by their names alone.
  if (type === 'file') return isOfPackage(purl, version);
  if (NO_SOFTWARE.has(type ?? '')) return false;
  if (type !== 'application') return true;
  if ([version, versionRange, purl, cpe].some((text) => known(text) !== null)) return true;
  const isOfTrivy = properties.some((one) => one.name?.startsWith('aquasecurity:trivy:'));
  return !isOfTrivy && !LOCK_FILE.test(name ?? '');
}

/** A subject that is a package itself is listed too, as a scanner lists what it finds of it in an image. */
function isPackage(subject: CycloneDxComponent): boolean {
  const { type, purl, cpe, version } = subject;
  if (type === 'container' || !isSoftware(subject)) return false;
  return isOfPackage(purl, version) || (known(purl) === null && isOfProduct([cpe ?? ''], version));
}

function factsOf(entry: CycloneDxComponent): Parameters<ComponentList['add']>[0] {
  const { name, group, version, versionRange, purl, cpe, properties } = entry;
  const source = property(properties, 'aquasecurity:trivy:SrcName');
  return {
    ...{ name, group, version, versionRange, purl },
    type: syftType(properties),
    language: property(properties, 'syft:package:language'),
    cpes: [
      ...(known(cpe) === null ? [] : [cpe ?? '']),
      ...properties.flatMap(({ name, value }) => (name === 'syft:cpe23' && value ? [value] : [])),
    ],
    upstream: source === null ? null : { name: source, version: sourceVersion(properties) },
    licenses: licensesOf(entry),
    scope: scopeOf(entry),
    lifecycle: milestones(properties),
    path:
      property(properties, 'syft:location:0:path') ??
      property(properties, 'aquasecurity:trivy:FilePath') ??
      known(entry.evidence?.occurrences[0]?.location),
  };
}

type Properties = CycloneDxComponent['properties'];

function property(properties: Properties, name: string): string | null {
  return known(properties.find((item) => item.name === name)?.value);
}

function sourceVersion(properties: Properties): string {
  const part = (name: string) => property(properties, `aquasecurity:trivy:Src${name}`);
  return packagedVersion(part('Epoch'), part('Version'), part('Release'));
}

/** `1:2.38.1-5`: the parts of a version of dpkg and RPM; an epoch of 0 is none. */
export function packagedVersion(
  epoch: string | null,
  version: string | null,
  release: string | null,
): string {
  if (version === null) return '';
  const before = epoch === null || epoch === '0' ? '' : `${epoch}:`;
  return `${before}${version}${release === null ? '' : `-${release}`}`;
}

/** Older releases of Syft write CycloneDX's own type over theirs. */
function syftType(properties: Properties): string | null {
  const type = property(properties, 'syft:package:type');
  return type === 'library' || type === 'application' || type === 'framework' ? null : type;
}

function licensesOf({ licenses }: CycloneDxComponent): string[] {
  return licenses.flatMap((item) => {
    if (item === null || item === undefined) return [];
    if (typeof item === 'string') return [item];
    const { license, id, name, expression } = item;
    return license?.id ?? license?.name ?? id ?? name ?? expression ?? [];
  });
}

/** Properties by which tools mark what is only needed to build or test. */
const DEVELOPMENT = new Set([
  'cdx:npm:package:development',
  'cdx:composer:package:isDevRequirement',
  EVENTIDE_DEVELOPMENT,
]);

function scopeOf({ scope, properties }: CycloneDxComponent): ComponentScope | null {
  if (scope === 'excluded') return scope;
  const isDevelopment = properties.some(
    ({ name, value }) => DEVELOPMENT.has(name ?? '') && /^(?:true|1)$/i.test(value ?? ''),
  );
  if (isDevelopment) return 'development';
  return scope === 'required' || scope === 'optional' ? scope : null;
}

export const MILESTONE = 'cdx:lifecycle:milestone:';
const OLDER_MILESTONE = 'cdx:cle:';

/** The dates of CycloneDX's taxonomy. `endOfLife` is by its own words the day on which its maker stops selling it. */
export const MILESTONES = {
  eolOn: 'endOfSupport',
  guaranteedSupportEndsOn: 'endOfGuaranteedSupport',
  developmentEndsOn: 'endOfDevelopment',
  saleEndsOn: 'endOfLife',
  releasedOn: 'generalAvailability',
} as const;

/**
 * Dates of the namespaces `cdx:lifecycle:milestone` and, in older documents, `cdx:cle`; and the level of support, for
 * which the taxonomy has no name: {@link SUPPORT_LEVEL} is ours.
 */
function milestones(properties: Properties): CarriedLifecycle | null {
  let source = '';
  const day = (milestone: string) => {
    for (const namespace of [MILESTONE, OLDER_MILESTONE]) {
      const text = property(properties, namespace + milestone);
      if (text === null) continue;
      const read = dayOfText(text);
      if (read !== null) source ||= namespace + milestone;
      return read;
    }
    return null;
  };
  const eolOn = day(MILESTONES.eolOn);
  const level = property(properties, SUPPORT_LEVEL);
  const supportLevel = CARRIED_SUPPORT_LEVELS.find((known) => known === level) ?? null;
  if (supportLevel !== null) source ||= SUPPORT_LEVEL;
  const { guaranteedSupportEndsOn, developmentEndsOn, saleEndsOn, releasedOn } = MILESTONES;
  const known = {
    ...{ eolOn, supportLevel, guaranteedSupportEndsOn: day(guaranteedSupportEndsOn) },
    ...{ developmentEndsOn: day(developmentEndsOn), saleEndsOn: day(saleEndsOn) },
    releasedOn: day(releasedOn),
  };
  return lifecycleOf(known, source);
}

function distroOf({ name, version, cpe, properties }: CycloneDxComponent): Distro {
  const syft = (key: string) => property(properties, `syft:distro:${key}`);
  return {
    id: syft('id') ?? known(name) ?? '',
    versionId: syft('versionID') ?? known(version) ?? '',
    prettyName: syft('prettyName') ?? '',
    cpeName: syft('cpeName') ?? known(cpe) ?? '',
  };
}

function toolsOf(tools: readonly z.output<typeof tool>[]): InventoryTool[] {
  return tools.flatMap(({ vendor, name, version }) => {
    const named = known(name) ?? known(vendor);
    return named === null ? [] : [{ name: named, version: known(version) }];
  });
}

function subjectOfComponent(
  subject: CycloneDxComponent,
  ofDocument: Properties,
): InventorySubject | null {
  const { type, group, version, purl, properties } = subject;
  const name = known(subject.name);
  if (type === 'container') return containerSubject(subject, ofDocument);
  if (type === 'file' && name !== null) return subjectOf('directory', name);
  const byPurl = subjectOfPurl(purl, null, known(version));
  if (byPurl) return byPurl;
  if (name === null) return null;
  if (isPath(name) || property(properties, 'aquasecurity:trivy:SchemaVersion') !== null) {
    return subjectOf('directory', name);
  }
  const prefix = known(group);
  return subjectOf('application', prefix === null ? name : `${prefix}/${name}`, known(version));
}

const LABEL = /^(?:syft:image:labels|aquasecurity:trivy:Labels):(.+)$/s;

function containerSubject(
  { name, version, purl, properties }: CycloneDxComponent,
  ofDocument: Properties,
): InventorySubject | null {
  const all = [...ofDocument, ...properties];
  const named = (key: string) =>
    all.flatMap((item) =>
      item.name === `aquasecurity:trivy:${key}` && item.value ? [item.value] : [],
    );
  const labels = all.flatMap(({ name, value }): [string, string][] => {
    const label = LABEL.exec(name ?? '')?.[1];
    return label === undefined ? [] : [[label, value ?? '']];
  });
  const image = known(name);
  if (image === null) return subjectOfPurl(purl, null, known(version));
  const ofPurl = subjectOfPurl(purl, null, null);
  const subject = imageSubject({
    name: image,
    version: known(version) ?? (ofPurl?.kind === 'image' ? ofPurl.digest : null),
    labels: Object.fromEntries(labels),
    tags: isPath(image) ? named('RepoTag') : [],
    repoDigests: named('RepoDigest'),
  });
  return subject;
}
