import type { StoredMatch } from '@/domain/inventory/component-match';
import type { Distro } from '@/domain/scan/scan-context';
import type { Component } from '@/domain/scan/component';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Transaction } from '@/server/db';
import { MATCH_COLUMNS, matchColumns } from '@/server/scan/ingest/content-queries';

/** A component as stored; `state` is null until it is matched. */
export interface StoredComponent
  extends Omit<Component, 'identity' | 'licenses'>, Omit<StoredMatch, 'state'> {
  readonly id: string;
  readonly state: StoredMatch['state'] | null;
}

const COLUMNS = `id, name, version, type, language, purl, cpes, upstreams, distro, match_state AS state,
  match_product AS product, match_cycle AS cycle, match_cycle_key AS "cycleKey"`;

/** The organization's components by id, after one of them. Plan: a walk of the primary key. */
export function componentsAfter(
  organizationId: OrganizationId,
  db: Transaction,
  after: string | null,
  limit: number,
): Promise<StoredComponent[]> {
  return db.query<StoredComponent>(
    `SELECT ${COLUMNS} FROM component
      WHERE organization_id = $1 AND ($2::uuid IS NULL OR id > $2) ORDER BY id LIMIT $3`,
    [organizationId, after, limit],
  );
}

/** Plan: one probe of the primary key each. */
export function componentsById(
  organizationId: OrganizationId,
  tx: Transaction,
  ids: readonly string[],
): Promise<StoredComponent[]> {
  return tx.query<StoredComponent>(
    `SELECT ${COLUMNS} FROM component WHERE organization_id = $1 AND id = ANY($2::uuid[])`,
    [organizationId, ids],
  );
}

export async function updateMatches(
  organizationId: OrganizationId,
  tx: Transaction,
  matches: readonly { readonly id: string; readonly match: StoredMatch }[],
): Promise<void> {
  if (matches.length === 0) return;
  const rows = matches.map(({ id, match }) => ({ id, ...matchColumns(match) }));
  await tx.query(
    `UPDATE component c
        SET match_state = r.match_state, match_product = r.match_product, match_cycle = r.match_cycle,
            match_cycle_key = r.match_cycle_key
       FROM json_to_recordset($2) AS r(id uuid, ${MATCH_COLUMNS})
      WHERE c.organization_id = $1 AND c.id = r.id`,
    [organizationId, JSON.stringify(rows)],
  );
}

/**
 * Queues the image tags whose inventories hold one of these components.
 *
 * Plan: a scan of the organization's live image tags and inventories, each array streamed through a hash of
 * the ids until the first hit: half a second for 10,000 images of 220 components.
 */
export async function queueHoldersOf(
  organizationId: OrganizationId,
  tx: Transaction,
  componentIds: readonly string[],
): Promise<void> {
  await tx.query(
    `INSERT INTO rematch_entry (organization_id, image_tag_id)
     SELECT $1, i.id FROM image_tag i
       JOIN inventory v ON v.organization_id = $1 AND v.id = i.inventory_id
      WHERE i.organization_id = $1 AND i.deleted_at IS NULL AND EXISTS (
        SELECT FROM (SELECT unnest(v.component_ids) AS id) held WHERE held.id = ANY($2::uuid[])
      )
      ORDER BY i.id
         ON CONFLICT DO NOTHING`,
    [organizationId, componentIds],
  );
}

/** A distribution that images are, and what the catalogue was last found to say of it. */
export interface StoredDistribution {
  readonly distro: Distro;
  readonly product: string | null;
  readonly cycle: string | null;
  readonly cycleKey: string | null;
}

/** Plan: a scan of the organization's image tags; distributions are few. */
export function findDistributions(
  organizationId: OrganizationId,
  db: Transaction,
): Promise<StoredDistribution[]> {
  return db.query<StoredDistribution>(
    `SELECT DISTINCT distro, distribution_product AS product, distribution_cycle AS cycle,
            distribution_cycle_key AS "cycleKey"
       FROM image_tag WHERE organization_id = $1 AND deleted_at IS NULL AND distro IS NOT NULL`,
    [organizationId],
  );
}

/** Queues the image tags of a distribution. Plan: a scan of the organization's image tags. */
export async function queueImagesOf(
  organizationId: OrganizationId,
  tx: Transaction,
  distro: Distro,
): Promise<void> {
  await tx.query(
    `INSERT INTO rematch_entry (organization_id, image_tag_id)
     SELECT $1, id FROM image_tag
      WHERE organization_id = $1 AND deleted_at IS NULL AND distro = $2::jsonb
      ORDER BY id
         ON CONFLICT DO NOTHING`,
    [organizationId, JSON.stringify(distro)],
  );
}
