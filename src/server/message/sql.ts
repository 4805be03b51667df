import { sql, type RawBuilder } from 'kysely';
import type { MessageKind } from '@/domain/message/kinds';
import type { OrganizationId } from '@/server/platform/auth/organization-id';

/**
 * Whether anybody hears messages of a kind: members of the organization, or a channel by a rule that is on; for a
 * statement that is said anyway. Plan: the first of its memberships, and its rules by the front of their primary key.
 */
export function isHeardSql(
  organizationId: OrganizationId | RawBuilder<OrganizationId>,
  kind: MessageKind,
): RawBuilder<boolean> {
  return sql<boolean>`(EXISTS (
    SELECT 1 FROM membership reader WHERE reader.organization_id = ${organizationId})
    OR ${isLedSql(organizationId, kind)})`;
}

/** Whether a rule that is on leads messages of a kind to a channel. */
export function isLedSql(
  organizationId: OrganizationId | RawBuilder<OrganizationId>,
  kind: MessageKind,
): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (
    SELECT 1 FROM message_rule heard
      JOIN message_rule_channel led ON led.organization_id = heard.organization_id AND led.rule_id = heard.id
     WHERE heard.organization_id = ${organizationId} AND heard.is_on AND heard.kinds @> ARRAY[${kind}::text])`;
}
