import type { Sizes } from './sizes';

/** How far back the fleet's past goes. Findings are first seen at any time of it. */
export const FLEET_MONTHS = 24;
/** An instant of the fleet's past. */
const ONCE = `i.first_scan_at - random() * make_interval(months => ${String(FLEET_MONTHS)})`;

/** Rows that the images' scans left behind, in the order in which they must be written. $1 organization. */
export function fillSql({ packagesPerImage }: Sizes): string[] {
  return [
    FINDINGS,
    OPEN_INTERVALS,
    CLOSED_INTERVALS,
    CLOSED_FINDINGS,
    CLEAN_INTERVALS,
    inventoriesSql(packagesPerImage),
    'UPDATE image_tag SET inventory_id = id WHERE organization_id = $1',
    SCANS,
  ];
}

/** One or two packages below each. Component ids are taken at random from the pool. */
const FINDINGS = `
WITH pool AS MATERIALIZED (
  SELECT array_agg(id) AS ids, count(*) AS size FROM component WHERE organization_id = $1
)
INSERT INTO finding (organization_id, id, image_tag_id, software_id, component_ids, catalog_component_ids,
                     is_open, first_seen_at)
SELECT $1, uuidv7(), i.id, held.id, CASE WHEN is_catalogs THEN '{}' ELSE below.ids END,
  CASE WHEN is_catalogs THEN below.ids ELSE '{}' END, true, ${ONCE}
FROM image_tag i, unnest(i.software_ids) AS held(id), pool,
  LATERAL (SELECT held.id = ANY(i.catalog_software_ids) AS is_catalogs) finder,
  LATERAL (SELECT ARRAY[pool.ids[1 + (random() * (pool.size - 1))::int],
                        pool.ids[1 + (random() * (pool.size - 1))::int]] AS ids) below
WHERE i.organization_id = $1`;

/** Every third open finding was gone for a while: from a third of its age to two thirds. */
const WAS_GONE = 'mod(hashtext(id::text), 3) = 0';
const AGE = '(now() - first_seen_at)';

const OPEN_INTERVALS = `
INSERT INTO finding_interval (organization_id, id, finding_id, software_id, opened_at)
SELECT organization_id, uuidv7(), id, software_id,
  CASE WHEN ${WAS_GONE} THEN first_seen_at + ${AGE} * 2 / 3 ELSE first_seen_at END
FROM finding WHERE organization_id = $1`;

const CLOSED_INTERVALS = `
INSERT INTO finding_interval (organization_id, id, finding_id, software_id, opened_at, closed_at)
SELECT organization_id, uuidv7(), id, software_id, first_seen_at, first_seen_at + ${AGE} / 3
FROM finding WHERE organization_id = $1 AND ${WAS_GONE}`;

/** For each image some that a later scan no longer found. */
const CLOSED_FINDINGS = `
WITH closed AS (
  INSERT INTO finding (organization_id, id, image_tag_id, software_id, component_ids, is_open, first_seen_at)
  SELECT $1, uuidv7(), i.id, s.id, '{}', false, ${ONCE}
  FROM image_tag i
  CROSS JOIN LATERAL (
    SELECT id FROM software s WHERE s.organization_id = $1 AND i.id IS NOT NULL
    ORDER BY hashtext(s.id::text || i.id::text) LIMIT 10
  ) s
  WHERE i.organization_id = $1 AND mod(hashtext(i.id::text), 4) = 0
  ON CONFLICT DO NOTHING
  RETURNING organization_id, id, software_id, first_seen_at
)
INSERT INTO finding_interval (organization_id, id, finding_id, software_id, opened_at, closed_at)
SELECT organization_id, uuidv7(), id, software_id, first_seen_at,
  first_seen_at + random() * (now() - first_seen_at)
FROM closed`;

/** Of images without findings, and of every tenth other, from before it had some. */
const CLEAN_INTERVALS = `
INSERT INTO clean_interval (organization_id, id, image_tag_id, opened_at, closed_at)
SELECT organization_id, uuidv7(), id, since, CASE WHEN is_found THEN since + (now() - since) / 2 END
FROM (
  SELECT organization_id, id, cardinality(software_ids) > 0 AS is_found, ${ONCE} AS since
  FROM image_tag i WHERE organization_id = $1
) i
WHERE NOT is_found OR mod(hashtext(id::text), 10) = 0`;

/** An inventory for each image, with the image's id for its own. */
function inventoriesSql(packages: number): string {
  return `
WITH pool AS MATERIALIZED (
  SELECT array_agg(id) AS ids, count(*)::int AS size FROM component WHERE organization_id = $1
), numbered AS (
  SELECT id, row_number() OVER (ORDER BY id)::int AS number FROM image_tag WHERE organization_id = $1
)
INSERT INTO inventory (organization_id, id, content_key, component_ids, created_at)
SELECT $1, numbered.id, numbered.id,
  (SELECT array_agg(pool.ids[1 + (numbered.number * 37 + k * 131) % pool.size])
   FROM generate_series(1, ${String(packages)}) AS k),
  now()
FROM numbered, pool`;
}

/** A month of weekly scans of each image. */
const SCANS = `
INSERT INTO scan (organization_id, id, image_tag_id, accepted_at, caller_kind, caller_id, caller_name,
                  match_count, component_count, opened_count, closed_count, inventory_id, answer)
SELECT organization_id, uuidv7(), id, first_scan_at - make_interval(weeks => week), 'api_key', id, 'CI',
  cardinality(software_ids), 150, 0, 0, inventory_id, '{"policy": {"action": "ALLOW", "violations": []}}'
FROM image_tag, generate_series(0, 3) AS week
WHERE organization_id = $1`;
