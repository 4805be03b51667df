import { ask } from './backup';

/** Counts from scratch that have to come to what is stored, by what is wrong where they do not. Each selects what is. */
const INVARIANTS: Readonly<Record<string, string>> = {
  'findings that are open without an open interval, or the other way round': `
    SELECT f.id FROM finding f
     WHERE f.is_open <> EXISTS (SELECT FROM finding_interval i
                                 WHERE i.organization_id = f.organization_id AND i.finding_id = f.id AND i.closed_at IS NULL)`,
  'intervals of another software than their finding': `
    SELECT i.id FROM finding_interval i
      JOIN finding f ON f.organization_id = i.organization_id AND f.id = i.finding_id
     WHERE f.software_id <> i.software_id`,
  'intervals that end before they begin': `
    SELECT id FROM finding_interval WHERE closed_at < opened_at
     UNION ALL SELECT id FROM clean_interval WHERE closed_at < opened_at`,
  'images whose software is not that of their open findings': `
    SELECT t.id FROM image_tag t
     WHERE t.deleted_at IS NULL
       AND ARRAY(SELECT DISTINCT unnest(t.software_ids) ORDER BY 1)
           <> ARRAY(SELECT DISTINCT f.software_id FROM finding f
                     WHERE f.organization_id = t.organization_id AND f.image_tag_id = t.id AND f.is_open ORDER BY 1)`,
  'images that are clean and have findings, or neither': `
    SELECT t.id FROM image_tag t
     WHERE t.deleted_at IS NULL
       AND EXISTS (SELECT FROM clean_interval c
                    WHERE c.organization_id = t.organization_id AND c.image_tag_id = t.id AND c.closed_at IS NULL)
           = EXISTS (SELECT FROM finding f
                      WHERE f.organization_id = t.organization_id AND f.image_tag_id = t.id AND f.is_open)`,
  'images that left with something open': `
    SELECT t.id FROM image_tag t
     WHERE t.deleted_at IS NOT NULL
       AND (EXISTS (SELECT FROM finding f
                     WHERE f.organization_id = t.organization_id AND f.image_tag_id = t.id AND f.is_open)
            OR EXISTS (SELECT FROM clean_interval c
                        WHERE c.organization_id = t.organization_id AND c.image_tag_id = t.id AND c.closed_at IS NULL))`,
  'images whose latest scan is another one': `
    SELECT t.id FROM image_tag t
     WHERE t.latest_scan_id IS DISTINCT FROM
           (SELECT s.id FROM scan s WHERE s.organization_id = t.organization_id AND s.image_tag_id = t.id
             ORDER BY s.accepted_at DESC, s.id DESC LIMIT 1)`,
  'packages of inventories that are not there': `
    SELECT DISTINCT i.id FROM inventory i CROSS JOIN LATERAL unnest(i.component_ids) AS one(id)
     WHERE NOT EXISTS (SELECT FROM component c WHERE c.organization_id = i.organization_id AND c.id = one.id)`,
  'packages of findings that are not there': `
    SELECT DISTINCT f.id FROM finding f CROSS JOIN LATERAL unnest(f.component_ids || f.catalog_component_ids) AS one(id)
     WHERE NOT EXISTS (SELECT FROM component c WHERE c.organization_id = f.organization_id AND c.id = one.id)`,
  'images counted otherwise than their packages are matched': `
    SELECT t.id FROM image_tag t JOIN inventory i ON i.organization_id = t.organization_id AND i.id = t.inventory_id
     WHERE t.matched_count + t.distribution_count + t.unknown_count > cardinality(i.component_ids)`,
  'cycles of a contract without the one that they stand for': `
    SELECT id FROM software_cycle WHERE (contract_id IS NULL) <> (upstream_id IS NULL)`,
  'projects with more than one owner rule left behind': `
    SELECT id FROM project WHERE owner_rule_id IS NOT NULL AND owner_team_id IS NULL`,
};

/** What of a database contradicts itself: for each rule that is broken, how often. */
export async function brokenInvariants(connectionString: string): Promise<Record<string, number>> {
  const broken: Record<string, number> = {};
  for (const [what, sql] of Object.entries(INVARIANTS)) {
    const rows = await ask<{ id: string }>(connectionString, sql);
    if (rows.length > 0) broken[what] = rows.length;
  }
  return broken;
}
