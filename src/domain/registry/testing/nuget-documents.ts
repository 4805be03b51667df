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
