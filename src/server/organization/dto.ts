import type { OrganizationRow } from './queries';

/** An organization as callers see it. */
export interface OrganizationRecord {
  readonly id: string;
  readonly name: string;
  /** Its id at the identity provider. */
  readonly idp_id: string;
  readonly created_at: string;
  readonly updated_at: string;
}

export function toOrganizationRecord(row: OrganizationRow): OrganizationRecord {
  return {
    id: row.id,
    name: row.name,
    idp_id: row.idpId,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
