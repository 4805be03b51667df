/** Documents as endoflife.date gives them, for tests: the fields that are read, and some that are not. */

export function endoflifeRelease(fields: object = {}): object {
  return {
    name: '20',
    codename: 'Iron',
    label: '20 (LTS)',
    releaseDate: '2023-04-18',
    isLts: true,
    ltsFrom: '2023-10-24',
    isEoas: true,
    eoasFrom: '2024-10-22',
    isEol: true,
    eolFrom: '2026-04-30',
    isMaintained: false,
    latest: {
      name: '20.20.2',
      date: '2026-03-24',
      link: 'https://nodejs.example.com/notes/20.20.2',
    },
    custom: null,
    ...fields,
  };
}

export function endoflifeProduct(fields: object = {}): object {
  return {
    name: 'nodejs',
    aliases: ['node'],
    label: 'Node.js',
    category: 'framework',
    tags: ['javascript-runtime'],
    versionCommand: 'node --version',
    identifiers: [
      { type: 'repology', id: 'nodejs' },
      { type: 'purl', id: 'pkg:docker/library/node' },
      { type: 'cpe', id: 'cpe:2.3:a:nodejs:node.js' },
      { type: 'unheard-of', id: 'x' },
    ],
    labels: { eoas: 'Active Support', eol: 'Security Support' },
    links: {
      icon: null,
      html: 'https://catalog.example.com/nodejs',
      releasePolicy: 'https://nodejs.example.com/releases',
    },
    releases: [endoflifeRelease()],
    ...fields,
  };
}

export function endoflifeDocument(products: readonly object[], schemaVersion = '1.2.1'): string {
  return JSON.stringify({
    schema_version: schemaVersion,
    generated_at: '2026-08-22T01:52:34+00:00',
    total: products.length,
    result: products,
  });
}
