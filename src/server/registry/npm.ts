import { parseJson } from '@/domain/registry/answer';
import { npmPath, readNpmPackage, readNpmVersion } from '@/domain/registry/npm';
import { below } from './registry-base';
import type { RegistrySource, SourceParts } from './registry-source';

const JSON_TYPE = 'application/json';
/** The short form of a package's document, which leaves out what only people read. */
const ABBREVIATED = 'application/vnd.npm.install-v1+json; q=1.0, application/json; q=0.8';

/** An npm registry, by its root: `/<name>/<version>`, or `/<name>` where it has no documents of versions. */
export function npmSource({ url, get }: SourceParts): RegistrySource {
  return {
    ecosystem: 'npm',
    lookUp: async (component) => {
      const path = npmPath(component);
      const ofVersion = await get(below(url, path, component.version), JSON_TYPE);
      if (ofVersion) return readNpmVersion(parseJson(ofVersion.text));
      const ofPackage = await get(below(url, path), ABBREVIATED);
      if (!ofPackage) return null;
      const said = readNpmPackage(parseJson(ofPackage.text), component.version);
      return said === 'missing' ? null : said;
    },
  };
}
