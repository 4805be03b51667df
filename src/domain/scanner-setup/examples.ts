import { shellQuote } from './quoting';

/** The smallest scan: two packages of an image, one whose support has ended and one with years to go. */
const SCAN = {
  EventSource: { Type: 'ImageScheme', ImageName: 'example/shop:1.0', ImageDigest: '' },
  AppConfig: { 'project-name': 'my-project' },
  Matches: [
    {
      Cycle: {
        ProductName: 'Node.js',
        ReleaseCycle: '16',
        ReleaseDate: '2021-04-20',
        Eol: '2023-09-11',
        LatestRelease: '16.20.2',
        LatestReleaseDate: '2023-08-09',
      },
      Package: { Name: 'node', Version: '16.20.2', Type: 'binary' },
    },
    {
      Cycle: {
        ProductName: 'PostgreSQL',
        ReleaseCycle: '18',
        ReleaseDate: '2025-09-25',
        Eol: '2030-11-14',
        LatestRelease: '18.6',
        LatestReleaseDate: '2026-08-11',
      },
      Package: { Name: 'postgresql-18', Version: '18.6', Type: 'deb' },
    },
  ],
};

/** A `curl` command that uploads a small scan: for a first look, and for tools of one's own. */
export function uploadExample(input: {
  readonly publicUrl: string;
  readonly apiKey: string;
}): string {
  return [
    `curl -sS --fail-with-body -X PUT ${shellQuote(`${input.publicUrl}/api/v2/scan`)}`,
    `  -H ${shellQuote(`Authorization: ApiKey ${input.apiKey}`)}`,
    `  -H 'Content-Type: application/json'`,
    `  -d '${rowsOf(SCAN)}'`,
  ].join(' \\\n');
}

/** JSON with a line for each thing: short enough to be read before it is run. */
function rowsOf(scan: typeof SCAN): string {
  const matches = scan.Matches.map(
    ({ Cycle, Package }) =>
      `    {"Cycle": ${JSON.stringify(Cycle)},\n     "Package": ${JSON.stringify(Package)}}`,
  ).join(',\n');
  return [
    '{',
    `  "EventSource": ${JSON.stringify(scan.EventSource)},`,
    `  "AppConfig": ${JSON.stringify(scan.AppConfig)},`,
    `  "Matches": [\n${matches}\n  ]`,
    '}',
  ].join('\n');
}

/** A `curl` command that reads the software in use, next end first: for keys that may not upload. */
export function readExample(input: {
  readonly publicUrl: string;
  readonly apiKey: string;
}): string {
  return [
    `curl -sS --fail-with-body ${shellQuote(`${input.publicUrl}/api/software?size=10`)}`,
    `  -H ${shellQuote(`Authorization: ApiKey ${input.apiKey}`)}`,
  ].join(' \\\n');
}
