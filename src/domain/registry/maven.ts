import type { PackageVersion, RegistryComponent } from './component';
import { statement, type Statement, UnreadableAnswer } from './evidence';

const RELOCATION = 'project/distributionManagement/relocation';
const POM_PLACES = new Set(
  ['', '/groupId', '/artifactId', '/version', '/message'].map((part) => `${RELOCATION}${part}`),
);
const RELEASE = 'metadata/versioning/release';
const LATEST = 'metadata/versioning/latest';

/** The folder of an artifact below the repository. */
export function mavenFolder({
  namespace,
  name,
}: Pick<PackageVersion, 'namespace' | 'name'>): readonly string[] {
  return [...(namespace ?? '').split('.'), name];
}

/** The file that describes a version, within the version's folder. */
export function pomFile({ name }: Pick<PackageVersion, 'name'>, version: string): string {
  return `${name}-${version}.pom`;
}

/** A relocation names only what changes, and may leave a property to be filled in. */
function given(text: string | undefined): string | null {
  return text === undefined || text === '' || text.includes('${') ? null : text;
}

/** Where an artifact has moved to, and why, as a version's POM says. */
export interface Relocation {
  /** `group:artifact`, and a version where one is named. */
  readonly target: string;
  readonly message: string | null;
}

/** Reads where an artifact has moved to; null where its POM says nothing of it. @throws UnreadableAnswer */
export function relocationIn(
  pom: string,
  component: Pick<PackageVersion, 'namespace' | 'name'>,
): Relocation | null {
  const texts = readXmlTexts(pom, POM_PLACES);
  if (!texts.has(RELOCATION)) return null;
  const part = (name: string) => given(texts.get(`${RELOCATION}/${name}`));
  const group = part('groupId') ?? component.namespace ?? '';
  const target = [group, part('artifactId') ?? component.name, part('version')]
    .filter((text) => text !== null)
    .join(':');
  return { target, message: part('message') };
}

/**
 * Whether a version's POM says that the artifact has moved. A repository holds no other word against a version:
 * there is no deprecation and no yanking. Source: Maven POM reference, "Relocation".
 * @param since when the POM was put there: a released file never changes
 * @throws UnreadableAnswer
 */
export function readRelocation(
  pom: string,
  component: RegistryComponent,
  version: string,
  since: Date | null,
): Statement | null {
  const relocation = relocationIn(pom, component);
  if (!relocation) return null;
  const { target, message } = relocation;
  const from = version === component.version ? '' : ` as of version ${version}`;
  return statement('REGISTRY_DEPRECATED', `Moved to ${target}${from}`, message, { since });
}

/** The newest release that an artifact's `maven-metadata.xml` names. @throws UnreadableAnswer */
export function readNewestRelease(metadata: string): string | null {
  const texts = readXmlTexts(metadata, new Set([RELEASE, LATEST]));
  const newest = given(texts.get(RELEASE)) ?? given(texts.get(LATEST));
  return newest !== null && /^[\w.+~!-]+$/.test(newest) && !/^\.+$/.test(newest) ? newest : null;
}

/** Lists the versions that an artifact's `maven-metadata.xml` names. @throws UnreadableAnswer */
export function readVersions(metadata: string): string[] {
  // Says that it is such a document at all; a text stands for the first of its place there.
  readXmlTexts(metadata, new Set());
  return [...metadata.matchAll(/<version>\s*([\w.+~!-]{1,128})\s*<\/version>/g)].flatMap(
    ([, version]) => (version === undefined || /^\.+$/.test(version) ? [] : [version]),
  );
}

const MAX_DEPTH = 64;
const ENTITIES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
  }),
);

/** NUL and halves of surrogate pairs are none. Source: XML 1.0, production 2. */
function isCharacter(point: number): boolean {
  return point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
}

function decode(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (whole, decimal, hex, name) => {
    if (typeof name === 'string') return ENTITIES.get(name) ?? whole;
    const point = typeof decimal === 'string' ? Number(decimal) : Number.parseInt(String(hex), 16);
    return isCharacter(point) ? String.fromCodePoint(point) : whole;
  });
}

/** Starts with `<` that are no element, each with its end. */
const SPECIAL: readonly (readonly [start: string, end: string])[] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
];

/**
 * The text of the first element at each wanted place of an XML document, such as `project/artifactId`, trimmed.
 * Namespaces and attributes are passed over, entities of its own are not declared: a document type is refused.
 * Time and memory are in proportion to the document.
 * @throws UnreadableAnswer for what is not well-formed
 */
export function readXmlTexts(
  xml: string,
  wanted: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const open: string[] = [];
  let text = '';
  let at = 0;
  for (;;) {
    const start = xml.indexOf('<', at);
    if (start === -1) break;
    text += decode(xml.slice(at, start));
    const special = SPECIAL.find(([opening]) => xml.startsWith(opening, start));
    const close = special?.[1] ?? '>';
    const inner = start + (special?.[0].length ?? 1);
    const end = xml.indexOf(close, inner);
    if (end === -1) throw new UnreadableAnswer('not well-formed XML');
    at = end + close.length;
    const body = xml.slice(inner, end);
    if (special) {
      if (special[0] === '<![CDATA[') text += body;
    } else if (body.startsWith('/')) {
      const place = open.join('/');
      if (open.pop() !== body.slice(1).trim()) throw new UnreadableAnswer('not well-formed XML');
      if (wanted.has(place) && !texts.has(place)) texts.set(place, text.trim());
      text = '';
    } else {
      if (body.startsWith('!') || open.length === MAX_DEPTH)
        throw new UnreadableAnswer('XML of a kind that is not read');
      if (!body.endsWith('/')) open.push(body.split(/\s/, 1)[0] ?? '');
      text = '';
    }
  }
  if (open.length > 0 || !xml.includes('<')) throw new UnreadableAnswer('not well-formed XML');
  return texts;
}
