import { sql } from 'kysely';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { anyOrganization } from '@/server/platform/db/sql';

/** The projects that a rule is about: by patterns of their folded names, or by a label of one of their images. */
export interface RuleProjects {
  /** In the words of LIKE. */
  readonly names: readonly string[];
  readonly label: { readonly name: string; readonly valueLike: string } | null;
}

/** What an item is looked for by. */
export interface AskedItem {
  /** In the list of those that are asked for. */
  readonly place: number;
  /** The digest of the name of the one project that it is of; null: it is of those that hold its software. */
  readonly projectKey: string | null;
  /** The key of an item on what is denied; null: it is on something else. */
  readonly deniedKey: string | null;
  /** When it was said what is denied: what was said before that is not what it is about. */
  readonly saidAt: Date | null;
  readonly cycleKey: string | null;
  /** As one contract covers the cycle, or as none does; null: in either way. */
  readonly cycleId: string | null;
  /** `anybody`, `nobody` or a team. */
  readonly owner: string | null;
}

/** An item that is of some of the projects. */
export interface FoundItem {
  readonly place: number;
  /** What of these projects it is about; null where it is of one project by its name. */
  readonly images: number | null;
  readonly projects: number | null;
  readonly named: readonly string[] | null;
  /** One of the projects; null for what is denied: not every image that holds it is, and a list of these would name more. */
  readonly projectId: string | null;
  /** The software that they hold of it; null for what is denied. */
  readonly softwareIds: readonly string[] | null;
}

/** The keys of the only projects that items may be of; null where some are of those that hold their software. */
function namedProjects(items: readonly AskedItem[]): readonly string[] | null {
  const keys = new Set(items.map(({ projectKey }) => projectKey));
  const named = [...keys].filter((key) => key !== null);
  return named.length === keys.size ? named : null;
}

/**
 * Finds which items are of some projects now, and counts the images in these that they are about.
 *
 * Plan: the projects that items name, by the index of their names, where all items name one, as what an upload says does; else the
 * organization's projects once, for a label with their images by image_tag_live_reference_key; the cycles by
 * key or upstream one, for each software_organization_id_software_cycle_id_idx and finding_open_software_idx, then
 * image_tag by its key; what is denied by denied_software (organization, item).
 */
export async function findInProjects(
  organizationId: OrganizationId,
  db: Transaction,
  projects: RuleProjects,
  items: readonly AskedItem[],
  most: number,
): Promise<FoundItem[]> {
  if (items.length === 0) return [];
  const own = anyOrganization(organizationId);
  const { rows } = await sql<FoundItem>`
    WITH scope AS MATERIALIZED (${ofRule(organizationId, projects, namedProjects(items))}),
    given AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${JSON.stringify(items)})
        AS g(place int, "projectKey" uuid, "deniedKey" text, "saidAt" timestamptz, "cycleKey" uuid, "cycleId" uuid, owner text)),
    upstream AS MATERIALIZED (
      SELECT g.place, g.owner, g."cycleId" AS only_id, c.id
        FROM given g JOIN software_cycle c ON c.organization_id = ${own} AND c.cycle_key = g."cycleKey"
       WHERE g."deniedKey" IS NULL),
    cycle AS MATERIALIZED (
      SELECT place, owner, id FROM upstream WHERE only_id IS NULL OR only_id = id
       UNION ALL
      SELECT u.place, u.owner, v.id
        FROM upstream u JOIN software_cycle v ON v.organization_id = ${own} AND v.upstream_id = u.id
       WHERE u.only_id IS NULL OR u.only_id = v.id)
    SELECT cycle.place, count(DISTINCT t.id)::int AS images, count(DISTINCT t.project_id)::int AS projects,
           (array_agg(DISTINCT t.name || ':' || t.tag))[1:${most}] AS named, min(t.project_id::text) AS project_id,
           array_agg(DISTINCT s.id::text) AS software_ids
      FROM cycle
      JOIN software s ON s.organization_id = ${own} AND s.software_cycle_id = cycle.id
      JOIN finding f ON f.organization_id = ${own} AND f.software_id = s.id AND f.is_open
      JOIN image_tag t ON t.organization_id = ${own} AND t.id = f.image_tag_id AND t.deleted_at IS NULL
      JOIN scope p ON p.id = t.project_id
     WHERE cycle.owner = 'anybody' OR p.owner_team_id::text IS NOT DISTINCT FROM nullif(cycle.owner, 'nobody')
     GROUP BY cycle.place
     UNION ALL
    SELECT g.place, count(*)::int, count(DISTINCT d.project_id)::int,
           (array_agg(d.canonical_name ORDER BY d.canonical_name))[1:${most}], NULL, NULL
      FROM given g
      JOIN denied_software d ON d.organization_id = ${own} AND d.item_key = g."deniedKey" AND d.let_through_at IS NULL
       AND d.told_at >= g."saidAt"
      JOIN scope p ON p.id = d.project_id
     GROUP BY g.place
     UNION ALL
    SELECT g.place, NULL, NULL, NULL, NULL, NULL FROM given g JOIN scope p ON p.name_key = g."projectKey"`.execute(
    db.sql,
  );
  return rows;
}

/** A package that is looked for: one row for each component that it is. */
export interface AskedPackage {
  readonly place: number;
  readonly componentId: string;
  /** `nobody` or a team. */
  readonly owner: string;
}

/** A package that images of some of the projects hold. */
export interface FoundPackage {
  readonly place: number;
  readonly images: number;
  readonly projects: number;
  readonly named: readonly string[];
  /** The first of the images, and its component. */
  readonly imageTagId: string;
  readonly componentId: string;
}

/**
 * Finds which packages images of some projects hold now, and counts these. What is kept of inventories and facts is counted
 * after the look at registries that says something: the inventories themselves are read.
 *
 * Plan: the projects once, their images by image_tag_live_reference_key, the inventories of these by primary key, each
 * unpacked once, their arrays against what is asked for by hash.
 */
export async function findPackagesInProjects(
  organizationId: OrganizationId,
  db: Transaction,
  projects: RuleProjects,
  packages: readonly AskedPackage[],
  most: number,
): Promise<FoundPackage[]> {
  if (packages.length === 0) return [];
  const own = anyOrganization(organizationId);
  const { rows } = await sql<FoundPackage>`
    WITH scope AS MATERIALIZED (${ofRule(organizationId, projects)}),
    given AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${JSON.stringify(packages)})
        AS g(place int, "componentId" uuid, owner text)),
    place AS MATERIALIZED (
      SELECT t.id, t.name, t.tag, t.project_id, t.inventory_id, p.owner_team_id
        FROM scope p
        JOIN image_tag t ON t.organization_id = ${own} AND t.project_id = p.id AND t.deleted_at IS NULL),
    holding AS MATERIALIZED (
      SELECT v.id AS inventory_id, held.id AS component_id
        FROM inventory v
       CROSS JOIN LATERAL unnest(v.component_ids) AS held(id)
       WHERE v.organization_id = ${own} AND v.id IN (SELECT inventory_id FROM place)
         AND held.id IN (SELECT "componentId" FROM given))
    SELECT g.place, count(DISTINCT t.id)::int AS images, count(DISTINCT t.project_id)::int AS projects,
           (array_agg(DISTINCT t.name || ':' || t.tag))[1:${most}] AS named,
           (array_agg(t.id ORDER BY t.name, t.tag, t.id, h.component_id))[1] AS image_tag_id,
           (array_agg(h.component_id ORDER BY t.name, t.tag, t.id, h.component_id))[1] AS component_id
      FROM given g
      JOIN holding h ON h.component_id = g."componentId"
      JOIN place t ON t.inventory_id = h.inventory_id
     WHERE t.owner_team_id::text IS NOT DISTINCT FROM nullif(g.owner, 'nobody')
     GROUP BY g.place`.execute(db.sql);
  return rows;
}

/** Reads the projects that a rule is about. @param nameKeys of those alone that have one of these names; null: of all */
function ofRule(
  organizationId: OrganizationId,
  { names, label }: RuleProjects,
  nameKeys: readonly string[] | null = null,
) {
  const own = anyOrganization(organizationId);
  const hasLabel = label
    ? sql`EXISTS (SELECT FROM image_tag l
            WHERE l.organization_id = ${own} AND l.project_id = p.id AND l.deleted_at IS NULL
              AND l.labels ->> ${label.name} LIKE ${label.valueLike})`
    : sql`false`;
  const isNamed = nameKeys === null ? sql`true` : sql`p.name_key = ANY(${[...nameKeys]}::uuid[])`;
  return sql`
      SELECT p.id, p.name_key, p.owner_team_id FROM project p
       WHERE p.organization_id = ${own} AND p.deleted_at IS NULL AND ${isNamed}
         AND (p.search_text LIKE ANY(${[...names]}::text[]) OR ${hasLabel})`;
}
