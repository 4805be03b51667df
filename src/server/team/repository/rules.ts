import { sql, type RawBuilder, type Selectable } from 'kysely';
import { ownersLock } from '@/server/holding/sql';
import { isKept } from '@/server/inventory/sql';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { givenRows } from '@/server/platform/db/given-rows';
import { anyOrganization } from '@/server/platform/db/sql';
import type { Tables } from '@/server/prisma-client/tables';

export type RuleRow = Omit<Selectable<Tables['ownerRule']>, 'organizationId'>;

const COLUMNS = [
  'id',
  'position',
  'kind',
  'subject',
  'pattern',
  'subjectLike',
  'patternLike',
  'teamId',
] as const;

/** Finds all rules in their order. Their number is bounded. */
export function findRules(organizationId: OrganizationId, db: Transaction): Promise<RuleRow[]> {
  return db.sql
    .selectFrom('ownerRule')
    .select(COLUMNS)
    .where('organizationId', '=', organizationId)
    .orderBy('position')
    .orderBy('id')
    .execute();
}

/** Counts the live projects that each rule gives an owner. Plan: one scan of the organization's projects. */
export function countByRule(organizationId: OrganizationId, db: Transaction) {
  return db.sql
    .selectFrom('project')
    .select('ownerRuleId')
    .select(({ fn }) => fn.countAll<number>().as('projects'))
    .where('organizationId', '=', anyOrganization(organizationId))
    .where('ownerRuleId', 'is not', null)
    .where('deletedAt', 'is', null)
    .groupBy('ownerRuleId')
    .execute();
}

/** Tells which of some teams there are. */
export async function findKnownTeams(
  organizationId: OrganizationId,
  tx: Transaction,
  teamIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx
    .of(organizationId)
    .team.findMany({ where: { id: { in: [...teamIds] } }, select: { id: true } });
  return new Set(rows.map(({ id }) => id));
}

/** Puts rules in the place of those that there are. */
export async function replaceRules(
  organizationId: OrganizationId,
  tx: Transaction,
  rules: readonly RuleRow[],
): Promise<void> {
  const own = tx.of(organizationId).ownerRule;
  await own.deleteMany({ where: {} });
  if (rules.length > 0) await own.createMany({ data: rules });
}

/** Makes uploads that give projects an owner, and those that change the rules, take turns: both begin with it. */
export async function shareRules(organizationId: OrganizationId, tx: Transaction): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock_shared(${ownersLock(organizationId)})`.execute(tx.sql);
}

/** Waits until those who give projects owners have ended; who comes after waits for the transaction. */
export async function lockRules(organizationId: OrganizationId, tx: Transaction): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${ownersLock(organizationId)})`.execute(tx.sql);
}

type StoredLabels = Selectable<Tables['imageTag']>['labels'];

/** Tells whether a rule looks at a label that is another one now. Plan: the organization's rules, whose number is bounded. */
export async function isLabelRuled(
  organizationId: OrganizationId,
  tx: Transaction,
  { before, after }: { readonly before: StoredLabels; readonly after: StoredLabels },
): Promise<boolean> {
  const own = anyOrganization(organizationId);
  const value = (labels: StoredLabels) => sql`${JSON.stringify(labels)}::jsonb ->> r.subject`;
  const { rows } = await sql<{ isRuled: boolean }>`
    SELECT EXISTS (
      SELECT FROM owner_rule r WHERE r.organization_id = ${own} AND r.kind = 'label'
         AND (${value(before)}) IS DISTINCT FROM (${value(after)})) AS is_ruled`.execute(tx.sql);
  return rows[0]?.isRuled ?? false;
}

/** Rules of one organization as a table: those that are stored, or given ones in their place. */
function rulesOf(own: RawBuilder<string>, given: readonly RuleRow[] | null): RawBuilder<unknown> {
  if (!given) return sql`SELECT * FROM owner_rule WHERE organization_id = ${own}`;
  if (given.length === 0)
    return sql`SELECT * FROM owner_rule WHERE organization_id = ${own} AND false`;
  return sql`SELECT * FROM ${givenRows('ownerRule', given)}`;
}

interface Choice {
  /** Null: those that are stored. */
  readonly rules: readonly RuleRow[] | null;
  /** Null: all live projects. */
  readonly projectIds: readonly string[] | null;
}

/**
 * Finds the owner that rules give each live project that has none by hand: the team of the first rule that says something
 * of it. To be put after WITH; `chosen` has a row for each of these projects.
 *
 * Plan: one scan of the organization's projects, and for labels one of its image tags, whose labels are made distinct
 * first; each name, and each label of a project, is held against the rules of its kind until the first that it matches.
 * Both numbers are multiplied, which is why that of the rules is bounded.
 */
function chosenOwners(own: RawBuilder<string>, { rules, projectIds }: Choice): RawBuilder<unknown> {
  const among = (column: string) =>
    projectIds === null ? sql`true` : sql`${sql.ref(column)} = ANY(${projectIds}::uuid[])`;
  const first = (kind: string, condition: RawBuilder<unknown>) => sql`
    CROSS JOIN LATERAL (
      SELECT r.position, r.id AS rule_id, r.team_id FROM rule r
       WHERE r.kind = ${kind}::owner_rule_kind AND ${condition}
       ORDER BY r.position LIMIT 1) hit`;
  return sql`
    rule AS MATERIALIZED (${rulesOf(own, rules)}),
    given AS MATERIALIZED (
      SELECT p.id, p.name, p.search_text, p.owner_team_id, p.owner_rule_id FROM project p
       WHERE p.organization_id = ${own} AND p.deleted_at IS NULL
         AND (p.owner_team_id IS NULL OR p.owner_rule_id IS NOT NULL) AND ${among('p.id')}),
    label AS (
      SELECT DISTINCT t.project_id, one.key, one.value
        FROM image_tag t CROSS JOIN LATERAL jsonb_each_text(t.labels) one
       WHERE t.organization_id = ${own} AND ${isKept('t')} AND ${among('t.project_id')}
         AND jsonb_typeof(t.labels) = 'object'
         AND one.key IN (SELECT subject FROM rule WHERE kind = 'label')),
    handle AS (
      SELECT DISTINCT ON (c.project_id) c.project_id, t.id AS team_id
        FROM project_codeowners c
        CROSS JOIN LATERAL unnest(c.handles) WITH ORDINALITY named(handle, place)
        JOIN (SELECT id, unnest(handles) AS handle FROM team WHERE organization_id = ${own}) t
          ON t.handle = named.handle
       WHERE c.organization_id = ${own} AND ${among('c.project_id')}
         AND EXISTS (SELECT FROM rule WHERE kind = 'codeowners')
       ORDER BY c.project_id, named.place),
    hit AS (
      SELECT g.id AS project_id, hit.* FROM given g
        ${first('name', sql`g.search_text LIKE r.pattern_like`)}
       UNION ALL
      SELECT label.project_id, hit.* FROM label
        ${first('label', sql`r.subject = label.key AND label.value LIKE r.pattern_like`)}
       UNION ALL
      SELECT runs.project_id, hit.* FROM project_namespace runs
        JOIN cluster k ON k.organization_id = ${own} AND k.id = runs.cluster_id
        ${first('namespace', sql`k.search_text LIKE r.subject_like AND runs.namespace LIKE r.pattern_like`)}
       WHERE runs.organization_id = ${own} AND ${among('runs.project_id')}
       UNION ALL
      SELECT handle.project_id, r.position, r.id, handle.team_id
        FROM handle JOIN rule r ON r.kind = 'codeowners'),
    best AS (SELECT DISTINCT ON (project_id) * FROM hit ORDER BY project_id, position),
    chosen AS (
      SELECT g.id, g.name, g.owner_team_id, g.owner_rule_id, best.team_id, best.rule_id
        FROM given g LEFT JOIN best ON best.project_id = g.id)`;
}

/**
 * Gives projects the owners that the stored rules say, in one statement; what was set by hand stays.
 * @param projectIds null: all of the organization
 * @returns the number of projects whose owner is another one, or of another rule, than before
 */
export async function applyRules(
  organizationId: OrganizationId,
  tx: Transaction,
  projectIds: readonly string[] | null = null,
): Promise<number> {
  const own = anyOrganization(organizationId);
  const { numAffectedRows } = await sql`
    WITH ${chosenOwners(own, { rules: null, projectIds })}
    UPDATE project p SET owner_team_id = chosen.team_id, owner_rule_id = chosen.rule_id
      FROM chosen
     WHERE p.organization_id = ${own} AND p.id = chosen.id
       AND (p.owner_team_id, p.owner_rule_id) IS DISTINCT FROM (chosen.team_id, chosen.rule_id)`.execute(
    tx.sql,
  );
  return Number(numAffectedRows ?? 0n);
}

/** What rules would do to projects that have no owner by hand. */
interface RuleEffect {
  readonly ruleId: string | null;
  readonly projects: number;
  readonly gained: number;
  readonly moved: number;
  readonly lost: number;
}

/** A project whose owner rules would change. */
interface ChangedOwner {
  readonly projectId: string;
  readonly projectName: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly ruleId: string | null;
}

/** What rules would do: by the rule that decides, without one for what nobody would own, and the first changes by name. */
interface RuleOutcome {
  readonly effects: readonly RuleEffect[];
  readonly changes: readonly ChangedOwner[];
}

/**
 * Reads what rules would do, and at most `limit` of the projects whose owner they would change.
 *
 * Plan: as {@link chosenOwners}, whose rows are made once and read twice: nine tenths of the time is theirs.
 */
export async function findOutcome(
  organizationId: OrganizationId,
  db: Transaction,
  rules: readonly RuleRow[],
  limit: number,
): Promise<RuleOutcome> {
  const own = anyOrganization(organizationId);
  const { rows } = await sql<RuleOutcome>`
    WITH ${chosenOwners(own, { rules, projectIds: null })},
    effect AS (
      SELECT rule_id, count(*)::int AS projects,
             (count(*) FILTER (WHERE owner_team_id IS NULL AND team_id IS NOT NULL))::int AS gained,
             (count(*) FILTER (WHERE owner_team_id <> team_id))::int AS moved,
             (count(*) FILTER (WHERE owner_team_id IS NOT NULL AND team_id IS NULL))::int AS lost
        FROM chosen GROUP BY rule_id),
    changed AS (
      SELECT * FROM chosen WHERE owner_team_id IS DISTINCT FROM team_id ORDER BY lower(name), id LIMIT ${limit})
    SELECT (SELECT coalesce(json_agg(json_build_object(
                'ruleId', rule_id, 'projects', projects, 'gained', gained, 'moved', moved, 'lost', lost)), '[]')
              FROM effect) AS effects,
           (SELECT coalesce(json_agg(json_build_object(
                'projectId', changed.id, 'projectName', changed.name, 'ruleId', changed.rule_id,
                'before', was.name, 'after', will.name) ORDER BY lower(changed.name), changed.id), '[]')
              FROM changed
              LEFT JOIN team was ON was.organization_id = ${own} AND was.id = changed.owner_team_id
              LEFT JOIN team will ON will.organization_id = ${own} AND will.id = changed.team_id) AS changes`.execute(
    db.sql,
  );
  return rows[0] ?? { effects: [], changes: [] };
}
