import { z } from 'zod';
import { CARRIED_SUPPORT_LEVELS } from '@/domain/scan/carried';
import type { Distro } from '@/domain/scan/context';
import {
  type ComponentScope,
  type InventoryDocument,
  InventoryDocumentError,
  type InventorySubject,
} from '../document';
import { ComponentList, moreNeeded } from './components';
import {
  dayOfText,
  excerpt,
  instantOf,
  itemsOf,
  lifecycleOf,
  longText,
  memberOf,
  nameText,
  oneOrMore,
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
import { FORMATS_READ } from './syntax';
import { known } from './words';

const ids = oneOrMore(longText);
const creation = z.object({ created: nameText, specVersion: nameText, createdUsing: ids });

const element = z.object({
  '@id': longText,
  spdxId: longText,
  type: nameText,
  '@type': nameText,
  name: longText,
  created: nameText,
  specVersion: nameText,
  createdUsing: ids,
  creationInfo: z.union([longText, creation]),
  software_packageVersion: nameText,
  software_packageUrl: longText,
  software_primaryPurpose: nameText,
  externalIdentifier: oneOrMore(
    z.object({ externalIdentifierType: nameText, identifier: longText }),
  ),
  supportLevel: oneOrMore(nameText),
  releaseTime: nameText,
  validUntilTime: nameText,
  rootElement: ids,
  from: longText,
  to: ids,
  relationshipType: nameText,
  scope: nameText,
});
type Element = z.output<typeof element>;

/** Reads SPDX 3.0 in JSON-LD: a graph of elements in any order, or a single element. */
export function readSpdx3(document: unknown, path: Path = []): InventoryDocument {
  const graph = memberOf(document, '@graph');
  const elements =
    graph === undefined
      ? [parsePart(element, document, path)]
      : itemsOf(graph, [...path, '@graph']).map((item, index) =>
          parsePart(element, item, [...path, '@graph', index]),
        );
  const info = creationOf(elements);
  if (info.version !== null && !/^3\.0(?:\.|$)/.test(info.version)) {
    throw new InventoryDocumentError(
      `SPDX ${excerpt(info.version)} is not read. ${FORMATS_READ}`,
      pathText([...path, 'specVersion']) || null,
    );
  }
  const byId = new Map(elements.map((item) => [idOf(item), item]));
  const packages = elements.filter((item) => isOfType(item, 'software_Package'));
  const subject = subjectElement(elements, byId, packages);
  const scopes = scopesOf(elements);
  const list = new ComponentList();
  const systems = packages.filter(isOperatingSystem);
  for (const item of packages) {
    if (isOperatingSystem(item)) continue;
    // A document of a single package is the inventory of it.
    const isListed = item !== subject || packages.length === 1 || isPackage(item);
    if (isListed) list.add(factsOf(item, scopes.get(idOf(item)) ?? null));
  }
  return {
    format: 'spdx-3-json',
    formatVersion: info.version,
    tools: info.tools.flatMap((id) => {
      const name = known(byId.get(id)?.name);
      return name === null ? [] : [{ name, version: null }];
    }),
    createdAt: instantOf(info.created),
    subject: subject ? subjectOfElement(subject) : null,
    ...list.result(systems.map((one) => ({ distro: distroOf(one), lifecycle: supportOf(one) }))),
  };
}

function idOf(item: Element): string {
  return item.spdxId ?? item['@id'] ?? '';
}

/** Types are written by the context's short names, some with a colon. */
function isOfType(item: Element, type: string): boolean {
  return (item.type ?? item['@type'] ?? '').replace(':', '_').replace(/^spdx_/i, '') === type;
}

/** Elements share what says how they were made: an element of its own, in any place, or the first one inside. */
function creationOf(elements: readonly Element[]) {
  const own = elements.find((item) => isOfType(item, 'CreationInfo'));
  const nested = elements
    .map((item) => item.creationInfo)
    .find((info) => typeof info === 'object' && info !== null);
  const info = own ?? (typeof nested === 'object' ? nested : null);
  return {
    version: info?.specVersion ?? null,
    created: info?.created ?? null,
    tools: (info?.createdUsing ?? []).flatMap((id) => id ?? []),
  };
}

/** The root of the SBOM, or of the document, when it is one package. */
function subjectElement(
  elements: readonly Element[],
  byId: ReadonlyMap<string, Element>,
  packages: readonly Element[],
): Element | null {
  for (const type of ['software_Sbom', 'Bom', 'SpdxDocument']) {
    const roots = elements
      .filter((item) => isOfType(item, type))
      .flatMap(({ rootElement }) => rootElement)
      .flatMap((id) => byId.get(id ?? '') ?? [])
      .filter((item) => isOfType(item, 'software_Package'));
    if (roots.length === 1) return roots[0] ?? null;
  }
  return packages.length === 1 ? (packages[0] ?? null) : null;
}

const DEVELOPMENT = new Set(['development', 'build', 'test', 'design']);

/** How packages are needed, by their ids; null where the document says only that they are. */
function scopesOf(elements: readonly Element[]): ReadonlyMap<string, ComponentScope | null> {
  const scopes = new Map<string, ComponentScope | null>();
  for (const { relationshipType, scope, to } of elements) {
    const found = dependencyScope(relationshipType ?? '', scope ?? null);
    if (found === undefined) continue;
    for (const id of to) {
      const before = scopes.get(id ?? '');
      scopes.set(id ?? '', before === undefined ? found : moreNeeded(before, found));
    }
  }
  return scopes;
}

/** Undefined for a relationship that is no dependency. */
function dependencyScope(type: string, scope: string | null): ComponentScope | null | undefined {
  if (type === 'hasOptionalDependency' || type === 'hasOptionalComponent') return 'optional';
  if (type !== 'dependsOn') return undefined;
  if (scope !== null && DEVELOPMENT.has(scope)) return 'development';
  return scope === 'runtime' ? 'required' : null;
}

/** A subject that is a package itself is listed too. */
function isPackage(item: Element): boolean {
  const { software_packageVersion: version, software_primaryPurpose: purpose } = item;
  const purl = purlOf(item);
  if (purl !== null || purpose === 'container') return isOfPackage(purl, version);
  return isOfProduct(identifiers(item, /^cpe2[23]$/), version);
}

function identifiers({ externalIdentifier }: Element, type: RegExp): string[] {
  return externalIdentifier.flatMap(({ externalIdentifierType, identifier }) =>
    type.test(externalIdentifierType ?? '') && identifier ? [identifier] : [],
  );
}

function purlOf(item: Element): string | null {
  return known(item.software_packageUrl) ?? identifiers(item, /^(?:packageUrl|purl)$/)[0] ?? null;
}

function factsOf(item: Element, scope: ComponentScope | null): Parameters<ComponentList['add']>[0] {
  return {
    name: item.name?.slice(0, 1_024),
    version: item.software_packageVersion,
    purl: purlOf(item),
    cpes: identifiers(item, /^cpe2[23]$/),
    scope,
    lifecycle: supportOf(item),
  };
}

function supportOf({ supportLevel, releaseTime, validUntilTime }: Element) {
  const level = CARRIED_SUPPORT_LEVELS.find((known) => supportLevel.includes(known)) ?? null;
  const [releasedOn, eolOn] = [dayOfText(releaseTime), dayOfText(validUntilTime)];
  const source = eolOn !== null ? 'validUntilTime' : level ? 'supportLevel' : 'releaseTime';
  return lifecycleOf({ releasedOn, supportLevel: level, eolOn }, source);
}

function isOperatingSystem({ software_primaryPurpose }: Element): boolean {
  return software_primaryPurpose === 'operatingSystem';
}

function distroOf(item: Element): Distro {
  return {
    id: known(item.name) ?? '',
    versionId: known(item.software_packageVersion) ?? '',
    prettyName: '',
    cpeName: identifiers(item, /^cpe2[23]$/)[0] ?? '',
  };
}

function subjectOfElement(item: Element): InventorySubject | null {
  const name = known(item.name);
  const version = known(item.software_packageVersion);
  const ofPurl = subjectOfPurl(purlOf(item), name, version);
  if (item.software_primaryPurpose === 'container' && name !== null) {
    return imageSubject({ name, version: version ?? ofPurl?.digest ?? null });
  }
  if (ofPurl) return ofPurl;
  if (name === null) return null;
  return subjectOf(isPath(name) ? 'directory' : 'application', name, version);
}
