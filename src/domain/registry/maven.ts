import type { RegistryComponent } from './component';
import { statement, type Statement } from './evidence';
import { readXmlTexts } from './xml-texts';

const RELOCATION = 'project/distributionManagement/relocation';
const POM_PLACES = new Set(
  ['', '/groupId', '/artifactId', '/version', '/message'].map((part) => `${RELOCATION}${part}`),
);
const RELEASE = 'metadata/versioning/release';
const LATEST = 'metadata/versioning/latest';

/** The folder of an artifact below the repository. */
export function mavenFolder({ namespace, name }: RegistryComponent): readonly string[] {
  return [...(namespace ?? '').split('.'), name];
}

/** The file that describes a version, within the version's folder. */
export function pomFile({ name }: RegistryComponent, version: string): string {
  return `${name}-${version}.pom`;
}

/** A relocation names only what changes, and may leave a property to be filled in. */
function given(text: string | undefined): string | null {
  return text === undefined || text === '' || text.includes('${') ? null : text;
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
  const texts = readXmlTexts(pom, POM_PLACES);
  if (!texts.has(RELOCATION)) return null;
  const part = (name: string) => given(texts.get(`${RELOCATION}/${name}`));
  const group = part('groupId') ?? component.namespace ?? '';
  const target = [group, part('artifactId') ?? component.name, part('version')]
    .filter((text) => text !== null)
    .join(':');
  const from = version === component.version ? '' : ` as of version ${version}`;
  return statement('REGISTRY_DEPRECATED', `Moved to ${target}${from}`, part('message'), { since });
}

/** The newest release that an artifact's `maven-metadata.xml` names. @throws UnreadableAnswer */
export function readNewestRelease(metadata: string): string | null {
  const texts = readXmlTexts(metadata, new Set([RELEASE, LATEST]));
  const newest = given(texts.get(RELEASE)) ?? given(texts.get(LATEST));
  return newest !== null && /^[\w.+~!-]+$/.test(newest) && !/^\.+$/.test(newest) ? newest : null;
}
