import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** One match of a scan in the words of a test; what is left out is as plain as it can be. */
export interface MatchSketch {
  readonly product: string;
  readonly cycle: string;
  /** `""` for unknown. */
  readonly eol?: string;
  readonly ended?: boolean;
  readonly type?: string;
  readonly packageName?: string;
}

export interface ScanSketch {
  readonly project: string;
  readonly image: string;
  readonly matches?: readonly MatchSketch[];
  /** Further packages, which the scanner does not match, by their package URLs. */
  readonly purls?: readonly string[];
  readonly digest?: string;
  readonly labels?: Readonly<Record<string, string>> | null;
  readonly verified?: boolean;
}

export function matchOf(sketch: MatchSketch) {
  const { product, cycle, eol = '2020-01-01', ended = false, type = 'binary' } = sketch;
  const name = sketch.packageName ?? product.toLowerCase();
  return {
    Cycle: {
      ProductName: product,
      ProductPermalink: `https://endoflife.date/${name}`,
      ReleaseCycle: cycle,
      LTS: '',
      Eol: eol,
      EolBool: ended,
      LatestRelease: `${cycle}.1`,
      LatestReleaseDate: '2019-06-01',
      ReleaseDate: '2018-06-01',
    },
    Package: {
      ...{ ID: '', Name: name, Version: `${cycle}.1`, Language: '', Type: type },
      ...{ CPEs: null, PURL: '', Upstreams: null, MetadataType: '' },
    },
  };
}

function packageOf(purl: string) {
  const { type, name, version } =
    /^pkg:(?<type>[^/]+)\/(?<name>[^@]+)@(?<version>.+)$/.exec(purl)?.groups ?? {};
  return {
    ...{ ID: '', Name: name, Version: version, Language: '', Type: type },
    ...{ CPEs: null, PURL: purl, Upstreams: null, MetadataType: '' },
  };
}

/** A `PUT /v2/scan` payload of an image. */
export function imageScan(sketch: ScanSketch) {
  const { project, image, matches = [], purls = [] } = sketch;
  const { digest = '', labels = null, verified = false } = sketch;
  const Matches = matches.map(matchOf);
  return {
    AppConfig: { 'project-name': project },
    EventSource: {
      Type: 'ImageScheme',
      ImageName: image,
      ImageDigest: digest,
      ImageLabels: labels,
    },
    ImageVerified: verified,
    Matches,
    Packages: [...Matches.map(({ Package }) => Package), ...purls.map(packageOf)],
    Sbom: '',
  };
}

/** A recorded or hand-made payload, as its bytes. */
export function fixture(name: string): Buffer {
  return readFileSync(
    fileURLToPath(new URL(`../../fixtures/payloads/${name}.json`, import.meta.url)),
  );
}

/** Names the parts of a payload that the catalog may know, and where they are from. */
interface Named {
  Matches: { Cycle: { ProductName: string }; Package: NamedPackage }[] | null;
  Packages?: NamedPackage[] | null;
  Context?: { Distro?: unknown } | null;
  Sbom?: string | null;
}
interface NamedPackage {
  Name: string;
  Version: string;
  PURL?: string | null;
  CPEs?: unknown;
}

/**
 * A payload with everything in it by names that no catalog has, so that what is read back is what the scanner
 * said: not the catalog's dates, and nothing that only the catalog finds.
 */
export function unknownToCatalog(payload: Buffer): Buffer {
  // The samples are scan payloads.
  const scan = JSON.parse(payload.toString()) as Named;
  const rename = (found: NamedPackage) =>
    Object.assign(found, {
      Name: `unheard-of-${found.Name}`,
      // Distributions and vendors write themselves into versions, too.
      Version: '1.0',
      PURL: '',
      CPEs: null,
    });
  scan.Packages?.forEach(rename);
  for (const { Cycle, Package } of scan.Matches ?? []) {
    Cycle.ProductName = `Unheard of ${Cycle.ProductName}`;
    rename(Package);
  }
  if (scan.Context) scan.Context.Distro = null;
  // It lists the same packages by their own names.
  scan.Sbom = null;
  return Buffer.from(JSON.stringify(scan));
}

/** A day as many days away as said, `YYYY-MM-DD`. */
export function daysFromToday(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}
