import { createHash } from 'node:crypto';

/** Package types, dealt out by number. Software is found in packages of its own type. */
const TYPES = ['deb', 'npm', 'java-archive', 'python', 'go-module', 'rpm', 'gem'] as const;
const DAY_MS = 86_400_000;

export function typeOf(number: number): string {
  return TYPES[number % TYPES.length] ?? 'deb';
}

/** Package `number` as a scanner describes it, with what the service does not keep. */
export function packageOf(number: number) {
  const name = `package-${String(number)}`;
  const version = `1.${String(number % 50)}.${String(number % 7)}`;
  const cpe = (vendor: string, product: string) => ({
    Attributes: {
      Part: 'a',
      Vendor: vendor,
      Product: product,
      Version: version,
      Update: '',
      Edition: '',
      SWEdition: '',
      TargetSW: '',
      TargetHW: '',
      Other: '',
      Language: '',
    },
    Source: 'syft-generated',
  });
  return {
    ID: createHash('md5').update(name).digest('hex').slice(0, 16),
    Name: name,
    Version: version,
    Locations: { path: `/usr/share/doc/${name}/copyright`, layerID: `sha256:${'0'.repeat(64)}` },
    Language: '',
    Licenses: ['MIT', 'GPL-2.0-only'],
    Type: typeOf(number),
    CPEs: [cpe(name, name), cpe(`${name}_project`, name), cpe(name, name.replace('-', '_'))],
    PURL: `pkg:${typeOf(number)}/acme/${name}@${version}?arch=amd64&distro=debian-12`,
    Upstreams: number % 3 === 0 ? [{ Name: `source-${String(number)}`, Version: '' }] : null,
    MetadataType: 'DpkgMetadata',
    Metadata: { Package: name, Files: [{ path: `/usr/lib/${name}.so`, digest: '0'.repeat(32) }] },
  };
}

/** Software `number`: nine in ten have a cycle of their own; ends lie from two years back to four ahead. */
export function cycleOf(number: number, today: Date) {
  const cycle = Math.floor((number * 9) / 10);
  const product = `Product ${String(cycle % 400)}`;
  const end = new Date(today.getTime() + (((cycle * 7_919) % 2_190) - 730) * DAY_MS);
  return {
    ProductName: product,
    ProductPermalink: `https://endoflife.date/product-${String(cycle % 400)}`,
    ReleaseCycle: `${String(Math.floor(cycle / 400))}.${String(cycle % 13)}`,
    Eol: cycle % 17 === 0 ? '0001-01-01' : end.toISOString().slice(0, 10),
    EolBool: false,
    LTS: cycle % 3 === 0 ? 'true' : '',
    LatestRelease: '1.2.3',
    LatestReleaseDate: '2025-05-01',
    ReleaseDate: '2020-01-01',
  };
}

export interface PayloadSizes {
  readonly matches: number;
  readonly packages: number;
  readonly software: number;
  readonly components: number;
}

/**
 * Scan `number` of an image as a current scanner uploads it: about 500 KB for 150 packages, with an SBOM,
 * the scanner's configuration and the image's environment.
 * @param edition another one says the same in other bytes, as a scanner's next run does
 */
export function scanPayload(number: number, today: Date, sizes: PayloadSizes, edition = 1) {
  const start = (number * 7_907) % sizes.components;
  const packages = Array.from({ length: sizes.packages }, (_, index) =>
    packageOf((start + index * 131) % sizes.components),
  );
  const matches = packages.slice(0, sizes.matches).map((found, index) => {
    // The next software of the package's type.
    const type = TYPES.findIndex((name) => name === found.Type);
    const any = (number * 37 + index * 29) % Math.max(1, sizes.software - TYPES.length);
    const software = any - (any % TYPES.length) + type;
    return { Cycle: cycleOf(software, today), Package: found, VulnCount: 0 };
  });
  return {
    Matches: matches,
    Packages: packages,
    Context: {
      Distro: {
        ...{ PrettyName: 'Debian GNU/Linux 12 (bookworm)', Name: 'Debian GNU/Linux' },
        ...{ ID: 'debian', IDLike: null, VersionID: '12', CPEName: '' },
      },
      Source: { Scheme: 'ImageScheme', Metadata: { tags: [], repoDigests: [] } },
    },
    AppConfig: { 'project-name': `github//acme/bench-${String(number % 50)}`, 'commit-hash': '' },
    ImageVerified: false,
    EventSource: {
      Type: 'ImageScheme',
      ImageName: `registry.example.com/bench/app-${String(number)}:1.${String(number % 9)}`,
      ImageDigest: `sha256:${createHash('sha256').update(String(number)).digest('hex')}`,
      ImageLabels: { team: `team-${String(number % 5)}`, version: String(number) },
    },
    Sbom: Buffer.from(JSON.stringify(sbomOf(number, packages, edition))).toString('base64'),
  };
}

/** CycloneDX as the scanner's own writer makes it. */
export function sbomOf(
  number: number,
  packages: readonly ReturnType<typeof packageOf>[],
  edition = 1,
) {
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    version: edition,
    components: packages.map((found) => ({
      'bom-ref': `${found.PURL}&package-id=${found.ID}`,
      type: 'library',
      name: found.Name,
      version: found.Version,
      licenses: found.Licenses.map((id) => ({ license: { id } })),
      cpe: `cpe:2.3:a:${found.Name}:${found.Name}:${found.Version}:*:*:*:*:*:*:*`,
      purl: found.PURL,
      properties: [
        { name: 'syft:package:foundBy', value: 'dpkg-db-cataloger' },
        { name: 'syft:package:type', value: found.Type },
        { name: 'syft:package:metadataType', value: 'dpkg-db-entry' },
        {
          name: 'syft:cpe23',
          value: `cpe:2.3:a:acme:${found.Name}:${found.Version}:*:*:*:*:*:*:*`,
        },
        { name: 'syft:location:0:layerID', value: found.Locations.layerID },
        { name: 'syft:location:0:path', value: found.Locations.path },
        { name: 'syft:metadata:installedSize', value: '1024' },
      ],
    })),
  };
}
