import { sql } from 'kysely';
import type { MessageKind } from '@/domain/message/kinds';
import type { Listener } from '@/domain/message/rule';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';

/** Lists the rules that are on and about a kind of messages, with where they lead. Plan: the organization's rules. */
export async function findListeners(
  organizationId: OrganizationId,
  db: Transaction,
  kind: MessageKind,
): Promise<Listener[]> {
  const rows = await db.sql
    .selectFrom('messageRule as r')
    .innerJoin('messageRuleChannel as c', (join) =>
      join.onRef('c.organizationId', '=', 'r.organizationId').onRef('c.ruleId', '=', 'r.id'),
    )
    .select(['r.id', 'r.kinds', 'r.scope', 'r.teamId', 'r.leastSeverity', 'r.tempo'])
    .select(['r.urgentAtOnce', 'r.projectNames', 'r.projectLabel', 'r.projectLabelValue'])
    .select(sql<string[]>`array_agg(c.channel_id ORDER BY c.channel_id)`.as('channelIds'))
    .where('r.organizationId', '=', organizationId)
    .where('r.isOn', '=', true)
    .where(sql<boolean>`r.kinds @> ARRAY[${kind}::text]`)
    .groupBy(['r.organizationId', 'r.id'])
    .orderBy('r.id')
    .execute();
  return rows.map((row) => ({
    ...{ id: row.id, kinds: row.kinds, scope: row.scope, team_id: row.teamId, tempo: row.tempo },
    ...{ least_severity: row.leastSeverity, urgent_at_once: row.urgentAtOnce },
    project_names: row.projectNames,
    project_label:
      row.projectLabel === null || row.projectLabelValue === null
        ? null
        : { name: row.projectLabel, value: row.projectLabelValue },
    channel_ids: row.channelIds,
  }));
}

/**
 * Keeps a message for the next digests of some rules to channels. A rule that was changed meanwhile, and makes none any
 * more, has one at once: else it would wait until the rule is changed again.
 */
export async function holdMessage(
  organizationId: OrganizationId,
  tx: Transaction,
  { id: messageId, at }: { readonly id: string; readonly at: Date },
  held: readonly { readonly ruleId: string; readonly channelId: string }[],
): Promise<void> {
  if (held.length === 0) return;
  const data = held.map((one) => ({ ...one, messageId }));
  await tx.of(organizationId).heldMessage.createMany({ data });
  await tx.of(organizationId).messageRule.updateMany({
    where: { id: { in: held.map(({ ruleId }) => ruleId) }, isOn: true, nextDigestAt: null },
    data: { nextDigestAt: at },
  });
}

/** What some channels were told, by subject; null: it is over. */
export interface ToldSubject {
  readonly subject: string;
  readonly state: string | null;
}

/** Notes what channels were told; of those that deliver nothing, nothing: they were not. */
export async function putChannelTold(
  organizationId: OrganizationId,
  tx: Transaction,
  channelIds: readonly string[],
  told: readonly ToldSubject[],
  at: Date,
): Promise<void> {
  const ids = [...channelIds];
  const over = told.filter(({ state }) => state === null).map(({ subject }) => subject);
  if (over.length > 0) {
    await tx.of(organizationId).channelTold.deleteMany({
      where: { channelId: { in: ids }, subject: { in: over } },
    });
  }
  const open = told.flatMap(({ subject, state }) => (state === null ? [] : [{ subject, state }]));
  if (open.length === 0) return;
  // In one order in every transaction, so that two of them do not wait for each other.
  await sql`
    INSERT INTO channel_told (organization_id, channel_id, subject, state, told_at)
    SELECT c.organization_id, c.id, t.subject, t.state, ${at}::timestamptz
      FROM channel c
     CROSS JOIN unnest(${open.map(({ subject }) => subject)}::uuid[], ${open.map(({ state }) => state)}::uuid[])
           AS t (subject, state)
     WHERE c.organization_id = ${organizationId} AND c.id = ANY(${ids}::uuid[]) AND c.disabled_at IS NULL
     ORDER BY c.id, t.subject
        ON CONFLICT (organization_id, channel_id, subject)
        DO UPDATE SET state = excluded.state, told_at = excluded.told_at`.execute(tx.sql);
}

/** Names what a channel was told of. */
export function toldKey(channelId: string, subject: string): string {
  return `${channelId} ${subject}`;
}

/** Lists which of some subjects some channels were told of, as {@link toldKey} names them. */
export async function findTold(
  organizationId: OrganizationId,
  tx: Transaction,
  channelIds: readonly string[],
  subjects: readonly string[],
): Promise<ReadonlySet<string>> {
  if (channelIds.length === 0 || subjects.length === 0) return new Set();
  const rows = await tx.of(organizationId).channelTold.findMany({
    where: { channelId: { in: [...channelIds] }, subject: { in: [...subjects] } },
    select: { channelId: true, subject: true },
  });
  return new Set(rows.map(({ channelId, subject }) => toldKey(channelId, subject)));
}

/** Reads what a channel was told last of some subjects, and when. */
export async function findChannelTold(
  organizationId: OrganizationId,
  tx: Transaction,
  channelId: string,
  subjects: readonly string[],
): Promise<Map<string, { readonly state: string; readonly at: Date }>> {
  const rows = await tx.of(organizationId).channelTold.findMany({
    where: { channelId, subject: { in: [...subjects] } },
    select: { subject: true, state: true, toldAt: true },
  });
  return new Map(rows.map(({ subject, state, toldAt }) => [subject, { state, at: toldAt }]));
}
