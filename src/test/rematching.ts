import type { Product } from '@/domain/catalog/catalog';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { callAs } from './callers';
import { importedProduct } from './catalog';
import type { TestDeps } from './deps';

/** Node.js with one cycle; `until` left out: no end is announced. */
export const nodeUntil = (supportedUntil?: string): Product =>
  importedProduct({
    name: 'Node.js',
    slug: 'nodejs',
    purls: ['pkg:generic/node'],
    cycles: [{ name: '16', supportedUntil }],
  });
export const REDIS = importedProduct({
  name: 'Redis',
  purls: ['pkg:generic/redis'],
  cycles: [{ name: '7', supportedUntil: '2026-02-28' }],
});
export const debian = (versions: readonly string[]): Product =>
  importedProduct({
    name: 'Debian',
    category: 'os',
    cycles: versions.map((name) => ({
      name,
      supportedUntil: `20${String(14 + Number(name))}-06-10`,
    })),
  });

export const NODE = 'pkg:generic/node@16.20.1';
export const DEBIAN_12 = { id: 'debian', versionId: '12', prettyName: 'Debian 12', cpeName: '' };

/** The findings of an image: product, cycle and who found it. */
export async function findingsOf(
  deps: TestDeps,
  organizationId: OrganizationId,
  imageTagId: string,
) {
  const findings = await callAs(deps, organizationId).image.findings({ imageTagId });
  return findings.map(({ productName, releaseCycle, foundBy }) =>
    [productName, releaseCycle, foundBy].join(' '),
  );
}

export async function coverageOf(
  deps: TestDeps,
  organizationId: OrganizationId,
  imageTagId: string,
) {
  return (await callAs(deps, organizationId).image.get({ imageTagId })).coverage;
}

/** Where each row of an organization stands and which transaction wrote it: any write changes one of them. */
export async function rowsOf(
  deps: TestDeps,
  organizationId: OrganizationId,
): Promise<Record<string, string>> {
  const rows: Record<string, string> = {};
  const tables = ['software_cycle', 'software', 'finding', 'finding_interval', 'clean_interval'];
  for (const table of [...tables, 'component', 'inventory', 'image_tag', 'scan']) {
    const found = await deps.db.query<{ key: string; at: string }>(
      `SELECT id::text AS key, xmin::text || ' ' || ctid::text AS at FROM ${table} WHERE organization_id = $1`,
      [organizationId],
    );
    for (const { key, at } of found) rows[`${table} ${key}`] = at;
  }
  return rows;
}

/** The rows that were written between two looks, by table. */
export function written(before: Record<string, string>, after: Record<string, string>) {
  const counts: Record<string, number> = {};
  for (const [key, at] of Object.entries(after)) {
    const table = key.split(' ')[0] ?? '';
    if (before[key] !== at) counts[table] = (counts[table] ?? 0) + 1;
  }
  return counts;
}
