import { sql, type RawBuilder } from 'kysely';
import type { MessageKind } from '@/domain/message/content';
import type { OrganizationId } from '@/server/platform/auth/organization-id';

/**
 * Whether anybody hears messages of a kind: members of the organization, or a channel; for a statement that is said
 * anyway. Plan: the first of its memberships, and its channels by the front of their primary key.
 */
export function isHeardSql(organizationId: OrganizationId, kind: MessageKind): RawBuilder<boolean> {
  return sql<boolean>`(EXISTS (
    SELECT FROM membership reader WHERE reader.organization_id = ${organizationId})
    OR EXISTS (
    SELECT FROM channel heard
     WHERE heard.organization_id = ${organizationId} AND heard.hears @> ARRAY[${kind}::text]))`;
}
