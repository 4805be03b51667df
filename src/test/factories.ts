import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { zstdCompressSync } from 'node:zlib';
import { parseDay } from '@/domain/eol/calendar';
import { runningContainer, runningImage } from '@/domain/cluster/report';
import { identityOf } from '@/domain/identifiers/identity';
import type { PolicyFields } from '@/domain/policy/policy';
import type { CarriedLifecycle } from '@/domain/scan/carried';
import { carryingComponent, unshipped, type Component } from '@/domain/scan/component';
import {
  type CycleFacts,
  directorySource,
  imageSource,
  type ScanMatch,
  type ScanUpload,
} from '@/domain/scan/upload';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { recordInventory } from '@/server/cluster/service/reports';
import type { Deps } from '@/server/platform/deps';
import type { UploadedSbom } from '@/server/platform/http/scan-body';
import { createPolicy } from '@/server/policy/service/policies';
import type { ScanAnswer } from '@/server/scan/dto';
import { acceptScan } from '@/server/scan/service/upload';
import { makeActor } from './accounts';

/** Software as a scan finds it; what a test does not care about is left out. */
export interface SoftwareFound {
  readonly product: string;
  readonly cycle?: string;
  readonly type?: string;
  /** `YYYY-MM-DD`; left out: nothing is known of its end. */
  readonly eol?: string;
  /** It has ended, also when nobody knows since when. */
  readonly ended?: boolean;
  readonly facts?: Partial<Pick<CycleFacts, 'permalink' | 'lts' | 'latestRelease'>> & {
    readonly releasedOn?: string;
    readonly latestReleaseOn?: string;
  };
  /** The packages below it: `name@version`, or purls. */
  readonly packages?: readonly string[];
}

export interface ScannedImage {
  readonly project?: string;
  /** A reference, or a directory's path. */
  readonly image?: string;
  readonly kind?: 'image' | 'directory';
  readonly software?: readonly SoftwareFound[];
  /** Further packages, which the scanner does not match: `name@version` of a deb, or purls. */
  readonly packages?: readonly string[];
  /** The same, of which an SBOM says when their support ends: `YYYY-MM-DD` by package. */
  readonly carrying?: Readonly<Record<string, string>>;
  /** The same, but needed to build or test alone. */
  readonly development?: readonly string[];
  readonly labels?: Readonly<Record<string, string>>;
  readonly digest?: string;
  readonly verified?: boolean;
  /** Path of the scanned Dockerfile. */
  readonly imagePath?: string;
  readonly distro?: ScanUpload['distro'];
  readonly commit?: string;
  /** The text of an SBOM that comes with it, and is kept as it is; nothing of it is read. */
  readonly sbom?: string;
}

/**
 * Scans an image by the way that every upload takes, so that all that is stored of it fits together, and
 * answers what the upload was answered. A second scan of the same image replaces what it holds.
 */
export function scanImage(
  deps: Deps,
  organizationId: OrganizationId,
  scanned: ScannedImage,
): Promise<ScanAnswer> {
  const matches = (scanned.software ?? []).flatMap(matchesOf);
  const components = [
    ...matches.map(({ component }) => component),
    ...(scanned.packages ?? []).map((text) => componentOf(text, 'deb')),
    ...Object.entries(scanned.carrying ?? {}).map(([text, eolOn]) =>
      carryingComponent(componentOf(text, 'deb'), { ...NOTHING_CARRIED, eolOn: dayOrNull(eolOn) }),
    ),
    ...(scanned.development ?? []).map((text) =>
      unshipped(componentOf(text, 'deb'), 'development'),
    ),
  ];
  const upload: ScanUpload = {
    projectName: scanned.project ?? 'shop',
    commitHash: scanned.commit ?? null,
    imagePath: scanned.imagePath ?? null,
    source: sourceOf(scanned),
    distro: scanned.distro ?? null,
    matches,
    matchCount: matches.length,
    components: [...new Map(components.map((one) => [one.identity, one])).values()],
  };
  const key = {
    kind: 'api_key',
    id: organizationId,
    name: 'CI',
    organizationId,
    role: 'scanner',
  } as const;
  const sbom = scanned.sbom === undefined ? null : sbomOf(scanned.sbom);
  const body = { sha256: randomBytes(32), sbom, idempotencyKey: null, path: '/v2/scan' };
  return acceptScan(deps, key, upload, body);
}

function sbomOf(text: string): UploadedSbom {
  const bytes = Buffer.from(text);
  return {
    sha256: createHash('sha256').update(bytes).digest(),
    sizeBytes: bytes.length,
    chunks: () => Readable.from([bytes]),
    compress: () => Promise.resolve(zstdCompressSync(bytes)),
  };
}

function sourceOf({
  image = 'shop-api:1.0',
  kind = 'image',
  labels,
  digest,
  verified = false,
}: ScannedImage) {
  if (kind === 'directory') return directorySource(image);
  const context = { distro: null, tags: [], repoDigests: [], path: null };
  return imageSource(
    { ImageName: image, ImageLabels: labels, ImageDigest: digest },
    verified,
    context,
  );
}

function matchesOf(found: SoftwareFound): ScanMatch[] {
  const { product, cycle = '1', type = 'deb', facts = {} } = found;
  const reported: CycleFacts = {
    product,
    permalink: facts.permalink ?? null,
    cycle,
    eolOn: dayOrNull(found.eol),
    eolIsPlain: true,
    ended: found.ended ?? false,
    lts: facts.lts ?? null,
    latestRelease: facts.latestRelease ?? null,
    latestReleaseOn: dayOrNull(facts.latestReleaseOn),
    releasedOn: dayOrNull(facts.releasedOn),
  };
  const packages = found.packages ?? [`${product}@${cycle}`];
  return packages.map((text) => ({ cycle: reported, component: componentOf(text, type) }));
}

const NOTHING_CARRIED: CarriedLifecycle = {
  ...{ releasedOn: null, developmentEndsOn: null, guaranteedSupportEndsOn: null },
  ...{ eolOn: null, saleEndsOn: null, supportLevel: null },
  source: 'cdx:lifecycle:milestone:endOfSupport',
};

const TYPE_OF_PURL: Readonly<Record<string, string>> = {
  generic: 'binary',
  pypi: 'python',
  maven: 'java-archive',
  golang: 'go-module',
};

function componentOf(text: string, type: string): Component {
  const purl = /^pkg:(?<type>[^/]+)\/(?:.*\/)?(?<name>[^/@]+)@(?<version>[^?]*)/.exec(text)?.groups;
  if (purl) {
    const purlType = purl.type ?? '';
    const ofPurl = { name: purl.name ?? '', version: decodeURIComponent(purl.version ?? '') };
    return componentWith(ofPurl, TYPE_OF_PURL[purlType] ?? purlType, text);
  }
  const [name = '', version = ''] = text.split('@');
  return componentWith({ name, version }, type, null);
}

function componentWith(
  named: { name: string; version: string },
  type: string,
  purl: string | null,
): Component {
  return {
    ...named,
    identity: identityOf(named.name, named.version, type, purl ?? ''),
    type,
    language: null,
    purl,
    cpes: [],
    upstreams: [],
    licenses: [],
  };
}

function dayOrNull(text: string | undefined) {
  return text === undefined ? null : parseDay(text);
}

const NOTHING: PolicyFields = {
  type: 'EOL',
  scope: 'global',
  warnOn: null,
  denyOn: null,
  warnDays: null,
  denyDays: null,
  deniesFrom: null,
  projectName: null,
  productName: null,
  cycle: null,
  cycleOperator: null,
  onlyRunning: false,
  denyEstimates: false,
  deprecated: null,
  stale: null,
  notaryPolicy: null,
};

/** An EOL policy of scope global with these fields, by the way that every policy is created. Answers its id. */
export async function makePolicy(
  deps: Deps,
  organizationId: OrganizationId,
  fields: Partial<PolicyFields>,
): Promise<string> {
  const actor = await makeActor(deps, organizationId);
  const { id } = await createPolicy(deps, actor, { ...NOTHING, ...fields });
  return id;
}

/** A cluster reports that it runs these images, and nothing else; of a digest: `name:tag@sha256:…`. */
export function runImages(
  deps: Deps,
  organizationId: OrganizationId,
  references: readonly string[],
  cluster = 'prod',
) {
  return recordInventory(deps, organizationId, {
    ...{ name: cluster, version: null, distribution: null, nodes: null },
    containers: references.map((reference, index) =>
      runningContainer({
        ...{ namespace: 'shop', owner: { kind: 'Deployment', name: `api-${String(index)}` } },
        ...{ container: 'main', image: runningImage(reference, null), pods: 1, os: null },
      }),
    ),
  });
}
