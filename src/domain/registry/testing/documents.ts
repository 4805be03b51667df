/** The `go.mod` of a deprecated module that retracts some of its versions. */
export const goMod = `// Package comments may stand here.

// Deprecated: use example.com/Tended/v2
// instead.
//
// It is faster too.
module example.com/Leftover // the old one

go 1.21

require (
	github.com/pkg/errors v0.9.1 // indirect
	// Deprecated: not about this module
	golang.org/x/text v0.3.2
)

replace example.com/a v1.4.5 => ./a

retract v1.0.0 // Published by accident.

// Wrong checksums.
retract [v1.1.0, v1.1.9]

// Data loss.
retract (
	v1.3.0
	[v1.4.0, v1.4.5] // Does not start.
)
`;

export const tendedGoMod = 'module example.com/tended\n\ngo 1.24\n';

/** The POM of an artifact, with what stands in its distribution management. */
export function pom(version: string, distributionManagement = ''): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!-- <relocation>not this one</relocation> -->
<project xmlns="http://maven.apache.org/POM/4.0.0" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
  <modelVersion>4.0.0</modelVersion>
  <groupId>com.example.old</groupId>
  <artifactId>connector-java</artifactId>
  <version>${version}</version>
  <name>A &amp; B</name>
  <dependencies><dependency><groupId>junit</groupId><artifactId>junit</artifactId></dependency></dependencies>
  <distributionManagement>
    <status>deployed</status>${distributionManagement}
  </distributionManagement>
</project>
`;
}

export const relocation = `
    <relocation>
      <groupId>com.example</groupId>
      <artifactId>connector-j</artifactId>
      <message>The artifact&apos;s new place is <![CDATA[<com.example>]]></message>
    </relocation>`;

export function mavenMetadata(release: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<metadata>
  <groupId>com.example.old</groupId>
  <artifactId>connector-java</artifactId>
  <versioning>
    <latest>9.0.0-M1</latest>
    <release>${release}</release>
    <versions>
      <version>8.0.30</version>
      <version>${release}</version>
    </versions>
    <lastUpdated>20261014154437</lastUpdated>
  </versioning>
</metadata>
`;
}

/** Makes an npm registry's answer for one version. */
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

/** The service index of a NuGet server at `root`. */
export function nugetServiceIndex(root: string): object {
  return {
    version: '3.0.0',
    resources: [
      { '@id': `${root}/query`, '@type': 'SearchQueryService', comment: 'Finds packages' },
      { '@id': `${root}/registration-plain/`, '@type': 'RegistrationsBaseUrl' },
      { '@id': `${root}/registration-gz-semver2/`, '@type': 'RegistrationsBaseUrl/3.6.0' },
      {
        '@id': 'https://registry.example/packages/{id}/{version}',
        '@type': 'PackageDetailsUriTemplate/5.1.0',
      },
    ],
    '@context': { '@vocab': 'https://registry.example/services#' },
  };
}

export function nugetLeaf(version: string, more: object = {}): object {
  return {
    '@id': `https://registry.example/registration/contoso.leftover/${version}.json`,
    '@type': 'Package',
    catalogEntry: {
      '@id': `https://registry.example/catalog/contoso.leftover.${version}.json`,
      '@type': 'PackageDetails',
      authors: 'Contoso',
      id: 'Contoso.Leftover',
      listed: true,
      published: '2026-01-05T09:17:45.57+00:00',
      version,
      ...more,
    },
    packageContent: `https://registry.example/flat/contoso.leftover.${version}.nupkg`,
  };
}

interface Page {
  readonly lower: string;
  readonly upper: string;
  /** Left out where the page must be fetched. */
  readonly items?: readonly object[];
  readonly url?: string;
}

/** The registration index of a package. */
export function nugetRegistration(pages: readonly Page[]): object {
  return {
    '@id': 'https://registry.example/registration/contoso.leftover/index.json',
    '@type': ['catalog:CatalogRoot', 'PackageRegistration', 'catalog:Permalink'],
    count: pages.length,
    items: pages.map(({ lower, upper, items, url }) => ({
      '@id': url ?? 'https://registry.example/registration/contoso.leftover/index.json#page',
      '@type': 'catalog:CatalogPage',
      count: items?.length ?? 64,
      lower,
      upper,
      ...(items && { items, parent: 'https://registry.example/registration/index.json' }),
    })),
  };
}

export const deprecation = {
  '@id': 'https://registry.example/catalog/contoso.leftover.1.2.0.json#deprecation',
  '@type': 'deprecation',
  reasons: ['Legacy', 'CriticalBugs'],
  message: 'Nobody tends it.',
  alternatePackage: { id: 'Contoso.Tended', range: '*' },
};

/** A release as `/pypi/<name>/<version>/json` answers it. */
export function pypiRelease(info: object = {}): object {
  return {
    info: {
      author: 'Ada',
      bugtrack_url: null,
      classifiers: ['Programming Language :: Python :: 3'],
      name: 'sampleproject',
      package_url: 'https://registry.example/project/sampleproject/',
      release_url: 'https://registry.example/project/sampleproject/1.3.1/',
      requires_python: '>=3.9',
      version: '1.3.1',
      yanked: false,
      yanked_reason: null,
      ...info,
    },
    last_serial: 1591652,
    urls: [
      {
        filename: 'sampleproject-1.3.1.tar.gz',
        packagetype: 'sdist',
        yanked: false,
        yanked_reason: null,
      },
    ],
    vulnerabilities: [],
  };
}

/** A project as the simple index answers it in JSON. */
export function pypiProject(status?: object): object {
  return {
    'alternate-locations': [],
    files: [
      {
        filename: 'sampleproject-1.3.1.tar.gz',
        hashes: { sha256: '0'.repeat(64) },
        'requires-python': '>=3.9',
        url: 'https://files.registry.example/sampleproject-1.3.1.tar.gz',
        yanked: false,
      },
    ],
    meta: { _last_serial: 1591652, 'api-version': '1.4' },
    name: 'sampleproject',
    ...(status && { 'project-status': status }),
    versions: ['1.3.0', '1.3.1'],
  };
}
