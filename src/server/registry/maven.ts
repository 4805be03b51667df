import type { RegistryComponent } from '@/domain/registry/component';
import { mavenFolder, pomFile, readNewestRelease, readRelocation } from '@/domain/registry/maven';
import { below } from './registry-base';
import type { RegistrySource, SourceParts } from './registry-source';

const XML_TYPE = 'application/xml, text/xml, */*; q=0.5';

/** A Maven repository, by its root: the version's POM, then that of the artifact's newest release. */
export function mavenSource({ url, get }: SourceParts): RegistrySource {
  async function relocationIn(component: RegistryComponent, version: string) {
    const folder = mavenFolder(component);
    const pom = await get(below(url, ...folder, version, pomFile(component, version)), XML_TYPE);
    return pom && readRelocation(pom.text, component, version, pom.lastModified);
  }

  return {
    ecosystem: 'maven',
    lookUp: async (component) => {
      const own = await relocationIn(component, component.version);
      if (own) return own;
      const metadata = await get(
        below(url, ...mavenFolder(component), 'maven-metadata.xml'),
        XML_TYPE,
      );
      const newest = metadata && readNewestRelease(metadata.text);
      if (newest === null || newest === component.version) return null;
      return relocationIn(component, newest);
    },
  };
}
