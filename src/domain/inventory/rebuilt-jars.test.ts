import { describe, expect, it } from 'vitest';
import { buildCatalogIndex, matchScanned } from '@/domain/catalog/index-of-names';
import { sampleCycle, sampleProduct } from '@/domain/catalog/testing/sample-products';
import { toComponent } from '@/domain/scan/component';
import { imageSource, toCycleFacts, type ScanUpload } from '@/domain/scan/upload';
import { withoutProjectsWord } from './rebuilt-jars';

const KEYCLOAK = 'pkg:maven/org.keycloak/keycloak-services';
const index = buildCatalogIndex([
  sampleProduct('keycloak', [sampleCycle('26.2'), sampleCycle('26.0')], {
    name: 'Keycloak',
    identifiers: [KEYCLOAK],
  }),
]);
const catalog: Parameters<typeof withoutProjectsWord>[1] = {
  matchScanned: (component, distro) => matchScanned(index, component, distro),
};

function upload(version: string, [product, cycle]: readonly [string, string]): ScanUpload {
  const context = { distro: null, tags: [], repoDigests: [], path: null };
  const component = toComponent({
    ...{ Name: 'keycloak-services', Version: version, Type: 'java-archive' },
    PURL: `${KEYCLOAK}@${version}`,
  });
  const facts = toCycleFacts({
    ...{ ProductName: product, ReleaseCycle: cycle, ProductPermalink: '' },
    ...{ Eol: { on: null, isPlain: true }, EolBool: true, LTS: null, LatestRelease: '' },
    ...{ LatestReleaseDate: null, ReleaseDate: null },
  });
  return {
    ...{ projectName: 'shop', commitHash: null, imagePath: null, distro: null },
    source: imageSource({ ImageName: 'acme/shop:1' }, false, context),
    ...{ matches: [{ component, cycle: facts }], matchCount: 1, components: [component] },
  };
}

describe('a scanner’s word on a jar', () => {
  it.each([
    ['that its project built', '26.0.10', ['Keycloak', '26.0'], 1],
    [
      'that Red Hat built, as if it were the project’s',
      '26.0.10.redhat-3',
      ['Keycloak', '26.0'],
      0,
    ],
    ['that Red Hat built, of its own product', '26.0.10.redhat-3', ['RHBK', '26.0'], 1],
    ['that Red Hat built, by an older list of cycles', '26.0.10.redhat-3', ['Keycloak', '26'], 0],
    ['that its project built, by an older list of cycles', '26.0.10', ['Keycloak', '26'], 1],
    ['of which the catalog knows no cycle', '27.0.1.redhat-3', ['Keycloak', '27.0'], 1],
  ] as const)('%s', (_what, version, cycle, kept) => {
    const given = upload(version, cycle);
    const left = withoutProjectsWord(given, catalog);
    expect(left.matches).toHaveLength(kept);
    expect(left.components).toBe(given.components);
    if (kept === 1) expect(left).toBe(given);
  });
});
