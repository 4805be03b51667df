import type { RecordKind } from '@/domain/record-kind';
import type { Transaction } from '@/server/db';

/** An organization that has a record, as one of its members sees it. */
export interface RecordPlaceRow {
  readonly organizationId: string;
  readonly organizationName: string;
}

/**
 * Which of one organization's rows a page would show, with `m` the membership and `$3` what the page's
 * address names it by. The conditions are those of the pages' own queries.
 */
const ROWS: Readonly<Record<RecordKind, string>> = {
  image:
    'image_tag r WHERE r.organization_id = m.organization_id AND r.id = $3::uuid AND r.deleted_at IS NULL',
  project:
    'project r WHERE r.organization_id = m.organization_id AND r.id = $3::uuid AND r.deleted_at IS NULL',
  software: 'software r WHERE r.organization_id = m.organization_id AND r.id = $3::uuid',
  policy: 'policy r WHERE r.organization_id = m.organization_id AND r.id = $3::uuid',
  product: 'own_product r WHERE r.organization_id = m.organization_id AND r.slug = $3',
};

/**
 * The organizations of a person, but the one they act in, that have a record: by name, ten at most. A record
 * of anybody else's is never looked at, so one that exists there costs what one that exists nowhere costs.
 * Plan: membership (user_id); for each, one probe of the record's primary or unique key.
 */
export function findRecordPlaces(
  db: Transaction,
  person: { readonly id: string; readonly activeOrganizationId: string | null },
  record: { readonly kind: RecordKind; readonly name: string },
): Promise<RecordPlaceRow[]> {
  return db.query<RecordPlaceRow>(
    `SELECT o.id AS "organizationId", o.name AS "organizationName"
       FROM membership m
       JOIN organization o ON o.id = m.organization_id
      WHERE m.user_id = $1 AND m.organization_id IS DISTINCT FROM $2::uuid
        AND EXISTS (SELECT FROM ${ROWS[record.kind]})
      ORDER BY lower(o.name), o.id
      LIMIT 10`,
    [person.id, person.activeOrganizationId, record.name],
  );
}
