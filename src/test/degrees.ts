import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { callAs } from './callers';
import { importedProduct } from './catalog';
import { makeContract } from './contracts';
import type { TestDeps } from './deps';

/** A product of the catalog, of which a version before all of its cycles is inferred to have ended. */
export const REDIS = importedProduct({
  name: 'Redis',
  purls: ['pkg:generic/redis'],
  cycles: [
    { name: '8.2', releasedOn: '2025-08-01' },
    { name: '6.0', releasedOn: '2020-04-30', supportedUntil: '2024-08-29' },
    { name: '5.0', releasedOn: '2018-10-17', supportedUntil: '2022-04-27' },
  ],
});

/** Packages of {@link REDIS} with the degree of each, once an organization has {@link redisDates}. */
export const REDIS_PACKAGES = {
  'pkg:generic/redis@4.0.14': 'inferred',
  'pkg:generic/redis@5.0.1': 'own',
  'pkg:generic/redis@6.0.1': 'contract',
  'pkg:generic/redis@8.2.0': 'catalog',
} as const;

/** What a scanner reports beside: software whose end it knows, and software of which nobody knows anything. */
export const SCANNED_SOFTWARE = [
  { product: 'Scanner knows', type: 'binary', eol: '2025-01-01', packages: ['known@1'] },
  { product: 'Nobody knows', type: 'binary', packages: ['nobody@1'] },
] as const;

/** Gives an organization a date of its own for Redis 5.0, and a contract for 6.0. */
export async function redisDates(deps: TestDeps, organizationId: OrganizationId): Promise<void> {
  await callAs(deps, organizationId, 'admin').catalog.setOverride({
    ...{ product: 'Redis', cycle: '5.0', ends_on: '2027-01-01', reason: 'paid for' },
  });
  await makeContract(deps, organizationId, { lines: [{ productName: 'Redis', cycle: '6.0' }] });
}
