import type { OrganizationRow } from './repository';
import { z } from 'zod';
import { storedText } from '@/domain/validation/fields';
import { instant } from '@/server/platform/trpc/outputs';

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

const MAX_IDP_ID_LENGTH = 255;

/** An organization's id at the identity provider: any text. */
export const idpId = storedText(MAX_IDP_ID_LENGTH)
  .min(1)
  .describe('Id of the organization at the identity provider');

export const organizationRecord = z
  .object({
    id: z.guid(),
    name: z.string(),
    idp_id: z.string(),
    created_at: instant,
    updated_at: instant,
  })
  .meta({
    id: 'Organization',
    example: {
      id: '01931c5a-7d20-7b64-8e19-4c0a3f5d2b71',
      name: 'Acme',
      idp_id: 'org_acme',
      created_at: '2026-01-02T09:00:00.000Z',
      updated_at: '2026-01-02T09:00:00.000Z',
    },
  });
