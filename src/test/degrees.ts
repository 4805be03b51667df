import type { EvidenceDegree } from '@/domain/evidence/degree';
import type { PackageFacts } from '@/domain/registry/package-facts';
import { rematchOrganization } from '@/server/inventory/service/rematch-organization';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeOrganization } from './accounts';
import { callAs } from './callers';
import { importedProduct, withCatalog } from './catalog';
import { makeContract } from './contracts';
import type { TestDeps } from './deps';
import { scanImage } from './factories';
import { judgeHeld, saying, STALE_FACTS, storeFacts } from './registry-facts';
import { RestClient } from './rest-client';

/** Products of the catalog. A version of Redis before all of its cycles is inferred to have ended. */
const PRODUCTS = [
  importedProduct({
    name: 'Redis',
    purls: ['pkg:generic/redis'],
    cycles: [
      { name: '8.2', releasedOn: '2025-08-01' },
      { name: '6.0', releasedOn: '2020-04-30', supportedUntil: '2024-08-29' },
      { name: '5.0', releasedOn: '2018-10-17', supportedUntil: '2022-04-27' },
    ],
  }),
  importedProduct({
    name: 'Vendored',
    purls: ['pkg:npm/vendored'],
    cycles: [
      { name: '2', releasedOn: '2025-08-01' },
      { name: '1', releasedOn: '2020-08-01', supportedUntil: '2022-01-01' },
    ],
  }),
];

const OURS = {
  ...{ slug: 'ours', name: 'Ours', category: 'app' as const, purls: ['pkg:npm/ours'] },
  cycles: [
    { name: '2', releasedOn: '2025-01-01' },
    { name: '1', releasedOn: '2020-01-01', supportedUntil: '2024-01-01' },
  ],
};

/** Packages of the image of {@link organizationOfDegrees} with the degree of each. */
export const DEGREE_PACKAGES = {
  'pkg:generic/redis@4.0.14': 'inferred',
  'pkg:generic/redis@5.0.1': 'own',
  'pkg:generic/redis@6.0.1': 'contract',
  'pkg:generic/redis@8.2.0': 'catalog',
  'pkg:npm/vendored@1.2.0': 'catalog',
  'pkg:npm/ours@1.2.0': 'own',
  'pkg:npm/ours@2.0.0': 'own',
  'pkg:npm/old@1.0.0': 'registry',
  'pkg:cargo/taken-back@0.1.0': 'registry',
  'pkg:gem/taken@1.0.0': 'registry',
  'pkg:composer/acme/gone@1.0.0': 'registry',
  'pkg:npm/slow@1.0.0': 'stale',
  'pkg:gem/calm@1.0.0': 'stale',
  'pkg:npm/left-pad@1.0.0': 'unknown',
} as const satisfies Readonly<Record<string, EvidenceDegree>>;

/** Its findings with the degree of each. */
export const DEGREE_SOFTWARE = {
  'Redis 4.0': 'inferred',
  'Redis 5.0': 'own',
  'Redis 6.0': 'contract',
  'Vendored 1': 'catalog',
  'Ours 1': 'own',
  'Scanner knows 1': 'catalog',
  'Nobody knows 1': 'unknown',
  'Nobody too 1': 'unknown',
} as const satisfies Readonly<Record<string, EvidenceDegree>>;

/** Software of which a scanner knows the end, and software of which nobody knows it, in one case but its registry. */
const SCANNED = [
  { product: 'Scanner knows', type: 'binary', eol: '2025-01-01', packages: ['known@1'] },
  { product: 'Nobody knows', type: 'binary', packages: ['nobody@1'] },
  { product: 'Nobody too', type: 'binary', packages: ['pkg:npm/old@2.0.0'] },
] as const;

/** An SBOM whose packages carry their ends. */
const CARRYING = {
  ...{ bomFormat: 'CycloneDX', specVersion: '1.6' },
  components: ['2025-01-31', '2030-01-31'].map((value, index) => ({
    ...{ type: 'library', name: `carried-${String(index)}`, version: '7' },
    purl: `pkg:pypi/carried-${String(index)}@7`,
    properties: [{ name: 'cdx:lifecycle:milestone:endOfSupport', value }],
  })),
};

const FACTS: Readonly<Record<string, PackageFacts>> = {
  'pkg:npm/old@1.0.0': saying('deprecated', 'Deprecated: use newer-thing instead.', {
    successor: 'newer-thing',
  }),
  'pkg:cargo/taken-back@0.1.0': saying('yanked', 'Yanked.', { versions: ['0.1.0'] }),
  'pkg:gem/taken@1.0.0': saying('yanked', 'Yanked.', { versions: ['1.0.0'] }),
  'pkg:composer/acme/gone@1.0.0': saying('deprecated', 'Abandoned.', { successor: 'acme/instead' }),
  'pkg:npm/slow@1.0.0': STALE_FACTS,
  'pkg:gem/calm@1.0.0': STALE_FACTS,
};

export interface DegreesMade {
  readonly organizationId: OrganizationId;
  /** The image that holds all but what carries its end. */
  readonly imageTagId: string;
}

/** Makes an organization with two images that have packages of every degree that there is. */
export async function organizationOfDegrees(deps: TestDeps): Promise<DegreesMade> {
  await withCatalog(deps, PRODUCTS);
  const organizationId = await makeOrganization(deps);
  const caller = callAs(deps, organizationId, 'admin');
  await caller.ownCatalog.save({ body: { product: OURS, reason: 'we make it' } });
  await caller.catalog.setOverride({
    ...{ product: 'Redis', cycle: '5.0', ends_on: '2027-01-01', reason: 'paid for' },
  });
  await makeContract(deps, organizationId, { lines: [{ productName: 'Redis', cycle: '6.0' }] });
  const { image_tag_id: imageTagId } = await scanImage(deps, organizationId, {
    packages: Object.keys(DEGREE_PACKAGES),
    software: SCANNED,
  });
  const upload = await new RestClient(deps).as(organizationId, 'scanner');
  const { status } = await upload('PUT', '/sbom?name=carries&tag=1', CARRYING);
  if (status !== 200) throw new Error(`The SBOM was answered ${String(status)}`);
  await rematchOrganization(deps, organizationId);
  for (const [purl, facts] of Object.entries(FACTS)) await storeFacts(deps, purl, facts);
  await judgeHeld(deps);
  return { organizationId, imageTagId };
}
