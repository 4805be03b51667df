import { sql } from 'kysely';
import type { MessageRule } from '@/domain/message/rule';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { anyOrganization } from '@/server/platform/db/sql';

export type RuleRow = NonNullable<Awaited<ReturnType<typeof findRule>>>;

/** Plan: the organization's rules, each with the channels and what waits by the front of their primary keys. */
function selectRules(organizationId: OrganizationId, db: Transaction) {
  const own = anyOrganization(organizationId);
  return db.sql
    .selectFrom('messageRule as r')
    .select(['r.id', 'r.name', 'r.kinds', 'r.scope', 'r.teamId', 'r.leastSeverity', 'r.tempo'])
    .select(['r.hour', 'r.timeZone', 'r.urgentAtOnce', 'r.isOn', 'r.nextDigestAt', 'r.createdBy'])
    .select(['r.createdAt', 'r.updatedAt', 'r.projectNames', 'r.projectLabel'])
    .select('r.projectLabelValue')
    .select([
      sql<string[]>`ARRAY(SELECT c.channel_id FROM message_rule_channel c
                           WHERE c.organization_id = ${own} AND c.rule_id = r.id
                           ORDER BY c.channel_id)`.as('channelIds'),
      sql<number>`(SELECT count(DISTINCT h.message_id) FROM held_message h
                    WHERE h.organization_id = ${own} AND h.rule_id = r.id)`.as('waiting'),
    ])
    .where('r.organizationId', '=', organizationId);
}

/** Lists an organization's rules by name; there are few, and their order decides nothing. */
export function findRules(organizationId: OrganizationId, db: Transaction) {
  return selectRules(organizationId, db).orderBy('r.name').orderBy('r.id').execute();
}

export async function findRule(organizationId: OrganizationId, db: Transaction, id: string) {
  const row = await selectRules(organizationId, db).where('r.id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** Does as {@link findRule}, and makes those who change the rule or send its digest take turns. */
export async function lockRule(organizationId: OrganizationId, tx: Transaction, id: string) {
  await tx.sql
    .selectFrom('messageRule')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .execute();
  return findRule(organizationId, tx, id);
}

export function countRules(organizationId: OrganizationId, tx: Transaction): Promise<number> {
  return tx.of(organizationId).messageRule.count();
}

interface RuleColumns {
  readonly rule: MessageRule;
  readonly nextDigestAt: Date | null;
  readonly at: Date;
}

function columnsOf({ rule, nextDigestAt, at }: RuleColumns) {
  return {
    ...{ name: rule.name, kinds: rule.kinds, scope: rule.scope, teamId: rule.team_id },
    ...{ projectNames: rule.project_names, projectLabel: rule.project_label?.name ?? null },
    projectLabelValue: rule.project_label?.value ?? null,
    ...{ leastSeverity: rule.least_severity, tempo: rule.tempo, hour: rule.hour },
    ...{ timeZone: rule.time_zone, urgentAtOnce: rule.urgent_at_once, isOn: rule.enabled },
    ...{ nextDigestAt, updatedAt: at },
  };
}

export async function insertRule(
  organizationId: OrganizationId,
  tx: Transaction,
  id: string,
  columns: RuleColumns & { readonly createdBy: string },
): Promise<void> {
  const { createdBy, at, rule } = columns;
  await tx.of(organizationId).messageRule.createMany({
    data: [{ id, ...columnsOf(columns), createdBy, createdAt: at }],
  });
  await putChannels(organizationId, tx, id, rule.channel_ids);
}

export async function updateRule(
  organizationId: OrganizationId,
  tx: Transaction,
  id: string,
  columns: RuleColumns,
): Promise<void> {
  await tx.of(organizationId).messageRule.updateMany({ where: { id }, data: columnsOf(columns) });
  const ids = columns.rule.channel_ids;
  // What waits for a channel that it no longer leads to goes with the way there.
  await tx.of(organizationId).messageRuleChannel.deleteMany({
    where: { ruleId: id, channelId: { notIn: ids } },
  });
  await putChannels(organizationId, tx, id, ids);
}

async function putChannels(
  organizationId: OrganizationId,
  tx: Transaction,
  ruleId: string,
  channelIds: readonly string[],
): Promise<void> {
  await tx.of(organizationId).messageRuleChannel.createMany({
    data: channelIds.map((channelId) => ({ ruleId, channelId })),
    skipDuplicates: true,
  });
}

export async function deleteRuleRow(
  organizationId: OrganizationId,
  tx: Transaction,
  id: string,
): Promise<void> {
  await tx.of(organizationId).messageRule.deleteMany({ where: { id } });
}

/** Forgets what waits for a rule. */
export async function dropHeld(
  organizationId: OrganizationId,
  tx: Transaction,
  ruleId: string,
): Promise<void> {
  await tx.of(organizationId).heldMessage.deleteMany({ where: { ruleId } });
}

/** Finds channels by their ids; fewer where some are not the organization’s. */
export function findNamedChannels(
  organizationId: OrganizationId,
  db: Transaction,
  ids: readonly string[],
) {
  return db.sql
    .selectFrom('channel')
    .select(['id', 'kind', 'name'])
    .where('organizationId', '=', organizationId)
    .where('id', 'in', [...ids])
    .orderBy('id')
    .execute();
}

export async function isTeam(
  organizationId: OrganizationId,
  db: Transaction,
  id: string,
): Promise<boolean> {
  return (await db.of(organizationId).team.count({ where: { id } })) === 1;
}
