/** Documents as registries answer them, made: of packages with many releases and with all that a real answer carries beside. */

const RELEASES = 300;
const FIRST_DAY_MS = Date.UTC(2016, 0, 1);
const DAY_MS = 86_400_000;
const EVERY_DAYS = 12;

/** A release every twelve days: ten of them for each minor version, ten minors for each major. */
const releases = Array.from({ length: RELEASES }, (_, index) => ({
  version: [Math.floor(index / 100), Math.floor(index / 10) % 10, index % 10].join('.'),
  at: new Date(FIRST_DAY_MS + index * EVERY_DAYS * DAY_MS).toISOString(),
  isOld: index < RELEASES / 2,
}));
const lastVersion = releases.at(-1)?.version ?? '';
const SHA = 'd73c918731cb5a87da047e207234146f664d12b3';

const npm = JSON.stringify({
  name: 'thing',
  'dist-tags': { latest: lastVersion },
  versions: Object.fromEntries(
    releases.map(({ version, isOld }) => [
      version,
      {
        ...{ name: 'thing', version, description: 'It does things', main: 'index.js' },
        engines: { node: '>= 12' },
        dependencies: Object.fromEntries(
          Array.from({ length: 12 }, (_, one) => [`dependency-${String(one)}`, '^1.2.3']),
        ),
        dist: { shasum: SHA, tarball: `https://registry.example/thing/-/thing-${version}.tgz` },
        ...(isOld && { deprecated: 'Use other-thing instead' }),
      },
    ]),
  ),
  time: Object.fromEntries(releases.map(({ version, at }) => [version, at])),
  readme: 'What it does. '.repeat(400),
});

const pypi = JSON.stringify({
  meta: { 'api-version': '1.4' },
  name: 'thing',
  'project-status': { status: 'active' },
  files: releases.flatMap(({ version, at, isOld }) =>
    [`thing-${version}.tar.gz`, `thing-${version}-py3-none-any.whl`].map((filename) => ({
      ...{ filename, url: `https://registry.example/${filename}`, 'upload-time': at },
      ...{ hashes: { sha256: SHA }, 'requires-python': '>=3.8', size: 12_345 },
      yanked: isOld ? 'broken' : false,
    })),
  ),
});

const maven = `<?xml version="1.0" encoding="UTF-8"?>
<metadata><groupId>org.example</groupId><artifactId>thing</artifactId><versioning>
<latest>${lastVersion}</latest><release>${lastVersion}</release><versions>
${releases.map(({ version }) => `<version>${version}</version>`).join('\n')}
</versions></versioning></metadata>
`;

const golang = `// Deprecated: use example.org/other/thing instead.
module example.org/thing

go 1.21

require (
${Array.from({ length: 60 }, (_, one) => `\texample.org/dependency-${String(one)} v1.2.3 // indirect`).join('\n')}
)

retract (
${releases
  .slice(0, 40)
  .map(({ version }) => `\tv${version} // Loses data.`)
  .join('\n')}
)
`;

const nuget = JSON.stringify({
  items: Array.from({ length: Math.ceil(RELEASES / 64) }, (_, pageNumber) => {
    const onPage = releases.slice(pageNumber * 64, (pageNumber + 1) * 64);
    return {
      '@id': `https://registry.example/registration/thing/page-${String(pageNumber)}.json`,
      ...{ lower: onPage[0]?.version, upper: onPage.at(-1)?.version },
      items: onPage.map(({ version, at, isOld }) => ({
        '@id': `https://registry.example/registration/thing/${version}.json`,
        catalogEntry: {
          ...{ id: 'Thing', version, published: at, listed: true, authors: 'Somebody' },
          dependencyGroups: [{ targetFramework: 'net8.0', dependencies: [] }],
          ...(isOld && {
            deprecation: { reasons: ['Legacy'], alternatePackage: { id: 'Other.Thing' } },
          }),
        },
      })),
    };
  }),
});

const cargo = releases
  .map(({ version, at, isOld }) =>
    JSON.stringify({
      ...{ name: 'thing', vers: version, cksum: SHA, features: {}, yanked: isOld, pubtime: at },
      deps: Array.from({ length: 6 }, (_, one) => ({
        ...{ name: `dependency-${String(one)}`, req: '^1', features: [], optional: false },
      })),
    }),
  )
  .join('\n');

const gem = JSON.stringify(
  releases.toReversed().map(({ version: number, at }) => ({
    ...{ number, created_at: at, authors: 'Somebody', summary: 'It does things', sha: SHA },
    metadata: { source_code_uri: 'https://example.org/thing' },
  })),
);

const composer = JSON.stringify({
  minified: 'composer/2.0',
  packages: {
    'acme/thing': releases.toReversed().map(({ version, at }, index) => ({
      ...{ version: `v${version}`, version_normalized: `${version}.0`, time: at },
      ...(index === 0 && { name: 'acme/thing', abandoned: 'acme/other', require: { php: '>=8' } }),
      dist: { type: 'zip', url: `https://registry.example/${version}.zip`, shasum: SHA },
    })),
  },
});

/** By ecosystem, of one package with {@link RELEASES} releases. */
export const registryDocuments = { npm, pypi, nuget, maven, golang, cargo, gem, composer } as const;

/** The same for all ecosystems: where readers that find one version look for it. */
export const middleVersion = releases[RELEASES / 2]?.version ?? '';
