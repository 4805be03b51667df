import { sql, type RawBuilder } from 'kysely';
import type { MessageKind } from '@/domain/message/content';
import type { OrganizationId } from '@/server/platform/auth/organization-id';

/**
 * Whether any channel of the organization hears messages of a kind, for a statement that is said anyway. Plan: its
 * channels by the front of their primary key: some dozens at most, mostly none.
 */
export function isHeardSql(organizationId: OrganizationId, kind: MessageKind): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (
    SELECT FROM channel heard
     WHERE heard.organization_id = ${organizationId} AND heard.hears @> ARRAY[${kind}::text])`;
}
