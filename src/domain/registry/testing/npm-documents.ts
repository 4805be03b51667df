/** What an npm registry answers for one version. */
export const deprecatedVersion = {
  name: 'leftover',
  version: '2.88.2',
  description: 'A client that nobody tends any more',
  main: 'index.js',
  engines: { node: '>= 6' },
  deprecated: 'leftover has been deprecated, see\nhttps://example.com/3142',
  dist: {
    shasum: 'd73c918731cb5a87da047e207234146f664d12b3',
    tarball: 'https://registry.example/leftover/-/leftover-2.88.2.tgz',
    fileCount: 17,
  },
  _id: 'leftover@2.88.2',
  _nodeVersion: '12.14.1',
  _hasShrinkwrap: false,
};

const { deprecated: _, ...tended } = deprecatedVersion;

export const tendedVersion = { ...tended, version: '3.0.0', _id: 'leftover@3.0.0' };

/** The short form of the whole package. */
export const abbreviatedPackage = {
  name: 'leftover',
  modified: '2026-02-11T08:00:00.000Z',
  'dist-tags': { latest: '3.0.0' },
  versions: {
    '2.88.2': {
      name: 'leftover',
      version: '2.88.2',
      dist: deprecatedVersion.dist,
      deprecated: 'no longer tended',
    },
    '3.0.0': { name: 'leftover', version: '3.0.0', dist: deprecatedVersion.dist },
  },
};
