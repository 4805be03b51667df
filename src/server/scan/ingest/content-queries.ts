import { v7 as uuidv7 } from 'uuid';
import type { ComponentMatch, StoredMatch } from '@/domain/inventory/component-match';
import type { Component } from '@/domain/scan/component';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Transaction } from '@/server/db';
import type { UploadedSbom } from '../scan-body';

/**
 * Rows of one insert. Each statement's parameters are held as text several times over, and the driver keeps
 * a buffer as long as the longest of them. Components come sorted by key, so this keeps the order of locks.
 */
const COMPONENTS_AT_ONCE = 2_000;

/** What the catalogue says of components, by key. */
type Matches = ReadonlyMap<string, ComponentMatch>;

/** As {@link matchColumns} gives them. */
export const MATCH_COLUMNS =
  'match_state match_state, match_product text, match_cycle text, match_cycle_key uuid';

/** A match in the component's columns; all null when it is not matched. */
export function matchColumns(match: StoredMatch | undefined) {
  return {
    match_state: match?.state,
    match_product: match?.product,
    match_cycle: match?.cycle,
    match_cycle_key: match?.cycleKey,
  };
}

/**
 * Ids of components by key; what the organization does not hold yet is inserted with its match. What it holds
 * keeps the match that it has: that is the business of matching anew.
 */
export async function ensureComponents(
  organizationId: OrganizationId,
  tx: Transaction,
  components: readonly Component[],
  matches: Matches,
): Promise<Map<string, string>> {
  const ids = await findComponents(
    organizationId,
    tx,
    components.map(({ identity }) => identity),
  );
  const missing = components.filter(({ identity }) => !ids.has(identity));
  if (missing.length === 0) return ids;
  for (let first = 0; first < missing.length; first += COMPONENTS_AT_ONCE) {
    const some = missing.slice(first, first + COMPONENTS_AT_ONCE);
    for (const [key, id] of await insertComponents(organizationId, tx, some, matches))
      ids.set(key, id);
  }
  const takenByOthers = missing.filter(({ identity }) => !ids.has(identity));
  const theirs = await findComponents(
    organizationId,
    tx,
    takenByOthers.map(({ identity }) => identity),
  );
  for (const [key, id] of theirs) ids.set(key, id);
  return ids;
}

/** Those that another upload has inserted meanwhile are not in the answer. */
async function insertComponents(
  organizationId: OrganizationId,
  tx: Transaction,
  components: readonly Component[],
  matches: Matches,
): Promise<Map<string, string>> {
  const rows = components.map((component) => ({
    id: uuidv7(),
    component_key: component.identity,
    name: component.name,
    version: component.version,
    type: component.type,
    language: component.language,
    purl: component.purl,
    cpes: component.cpes,
    upstreams: component.upstreams,
    licenses: component.licenses,
    distro: component.distro ?? null,
    ...matchColumns(matches.get(component.identity)?.stored),
  }));
  const inserted = await tx.query<{ id: string; componentKey: string }>(
    `INSERT INTO component (organization_id, id, component_key, name, version, type, language, purl, cpes, upstreams, licenses, distro,
                            match_state, match_product, match_cycle, match_cycle_key)
     SELECT $1, id, component_key, name, version, type, language, purl, cpes, upstreams, licenses, distro,
            match_state, match_product, match_cycle, match_cycle_key
       FROM json_to_recordset($2) AS r(id uuid, component_key uuid, name text, version text, type text, language text,
                                       purl text, cpes text[], upstreams jsonb, licenses text[], distro jsonb, ${MATCH_COLUMNS})
      ORDER BY component_key
         ON CONFLICT (organization_id, component_key) DO NOTHING
     RETURNING id, component_key AS "componentKey"`,
    [organizationId, JSON.stringify(rows)],
  );
  return new Map(inserted.map((row) => [row.componentKey, row.id]));
}

/** Ids of the components that the organization holds, by key; one probe of the unique key each. */
export async function findComponents(
  organizationId: OrganizationId,
  tx: Transaction,
  keys: readonly string[],
): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();
  const rows = await tx.query<{ id: string; componentKey: string }>(
    `SELECT id, component_key AS "componentKey" FROM component
      WHERE organization_id = $1 AND component_key = ANY($2::uuid[])`,
    [organizationId, keys],
  );
  return new Map(rows.map((row) => [row.componentKey, row.id]));
}

/** The inventory with this content, or null. */
export async function findInventory(
  organizationId: OrganizationId,
  tx: Transaction,
  key: string,
): Promise<string | null> {
  const [row] = await tx.query<{ id: string }>(
    'SELECT id FROM inventory WHERE organization_id = $1 AND content_key = $2',
    [organizationId, key],
  );
  return row?.id ?? null;
}

export async function ensureInventory(
  organizationId: OrganizationId,
  tx: Transaction,
  inventory: { key: string; componentIds: readonly string[]; createdAt: Date },
): Promise<string | null> {
  const [inserted] = await tx.query<{ id: string }>(
    `INSERT INTO inventory (organization_id, id, content_key, component_ids, created_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (organization_id, content_key) DO NOTHING RETURNING id`,
    [organizationId, uuidv7(), inventory.key, inventory.componentIds, inventory.createdAt],
  );
  if (inserted) return inserted.id;
  return findInventory(organizationId, tx, inventory.key);
}

/** The id of this SBOM, stored when the organization does not hold it yet. */
export async function ensureSbom(
  organizationId: OrganizationId,
  tx: Transaction,
  sbom: UploadedSbom,
  createdAt: Date,
): Promise<string | null> {
  const [known] = await findSbom(organizationId, tx, sbom);
  if (known) return known.id;
  const [inserted] = await tx.query<{ id: string }>(
    `INSERT INTO sbom (organization_id, id, content_sha256, format, size_bytes, compressed, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (organization_id, content_sha256) DO NOTHING
     RETURNING id`,
    [
      organizationId,
      uuidv7(),
      sbom.sha256,
      sbom.format,
      sbom.sizeBytes,
      await sbom.compress(),
      createdAt,
    ],
  );
  const [stored] = inserted ? [inserted] : await findSbom(organizationId, tx, sbom);
  return stored?.id ?? null;
}

function findSbom(
  organizationId: OrganizationId,
  tx: Transaction,
  { sha256 }: UploadedSbom,
): Promise<{ id: string }[]> {
  return tx.query('SELECT id FROM sbom WHERE organization_id = $1 AND content_sha256 = $2', [
    organizationId,
    sha256,
  ]);
}
