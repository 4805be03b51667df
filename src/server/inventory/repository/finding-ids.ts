import { sql } from 'kysely';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { anyOrganization } from '@/server/platform/db/sql';
import { hasFinding, isKept } from '../sql';

/** A project and an image in it, each by the digest of its name. */
export interface NamedImage {
  readonly projectKey: string;
  readonly referenceKey: string;
}

/**
 * Finds the findings of an image, retired or not, with the digest of their software as no contract covers it; none where nothing is
 * stored of it. Plan: project_live_name_key, then the image tag by its reference, its findings by (organization, image tag),
 * their software by primary key.
 */
export function findFindingsOfNamed(
  organizationId: OrganizationId,
  db: Transaction,
  { projectKey, referenceKey }: NamedImage,
) {
  const own = anyOrganization(organizationId);
  return db.sql
    .selectFrom('project as p')
    .innerJoin('imageTag as i', (join) =>
      join.on('i.organizationId', '=', own).onRef('i.projectId', '=', 'p.id'),
    )
    .innerJoin('finding as f', (join) =>
      join
        .on('f.organizationId', '=', own)
        .onRef('f.imageTagId', '=', 'i.id')
        .on(hasFinding('i', 'f')),
    )
    .innerJoin('software as s', (join) =>
      join.on('s.organizationId', '=', own).onRef('s.id', '=', 'f.softwareId'),
    )
    .leftJoin('software as u', (join) =>
      join.on('u.organizationId', '=', own).onRef('u.id', '=', 's.upstreamId'),
    )
    .select('f.id')
    .select(({ fn }) => fn.coalesce('u.softwareKey', 's.softwareKey').as('softwareKey'))
    .where('p.organizationId', '=', own)
    .where('p.nameKey', '=', projectKey)
    .where('p.deletedAt', 'is', null)
    .where('i.referenceKey', '=', referenceKey)
    .where(isKept('i'))
    .execute();
}

/** Software in an image. */
export interface HeldSoftware {
  readonly imageTagId: string;
  readonly softwareId: string;
}

/** Finds the open findings of software in images. Plan: the unique key of (image tag, software), one probe for each. */
export async function findFindingsHeld(
  organizationId: OrganizationId,
  db: Transaction,
  held: readonly HeldSoftware[],
): Promise<(HeldSoftware & { readonly id: string })[]> {
  const { rows } = await sql<HeldSoftware & { readonly id: string }>`
    SELECT f.id, f.image_tag_id, f.software_id
      FROM unnest(${held.map(({ imageTagId }) => imageTagId)}::uuid[],
                  ${held.map(({ softwareId }) => softwareId)}::uuid[]) AS named(image_tag_id, software_id)
      JOIN finding f ON f.organization_id = ${anyOrganization(organizationId)}
       AND f.image_tag_id = named.image_tag_id AND f.software_id = named.software_id
     WHERE f.is_open`.execute(db.sql);
  return rows;
}
