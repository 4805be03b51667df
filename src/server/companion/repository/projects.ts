import { sql } from 'kysely';
import type { ProjectState } from '@/domain/companion/pull';
import type { PageRequest } from '@/domain/pagination';
import { sortKeyOf } from '@/domain/list';
import { isKept } from '@/server/inventory/sql';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { findPage } from '@/server/platform/db/page-rows';
import { anyOrganization } from '@/server/platform/db/sql';

export type KnownProject = Awaited<ReturnType<typeof findKnown>>[number];

/** Lists what is known of all projects, some 10,000 at most. Plan: the organization's part of the primary key. */
export function findKnown(organizationId: OrganizationId, db: Transaction) {
  return db.sql
    .selectFrom('companionProject')
    .select(['uuid', 'name', 'version', 'state', 'importedAt', 'factsKey', 'imageTagId'])
    .where('organizationId', '=', organizationId)
    .execute();
}

interface Named {
  readonly uuid: string;
  readonly name: string;
  /** The tag that it has here. */
  readonly version: string;
}

/**
 * Notes that the BOM of a project was stored. Its facts have yet to be noted. False when that is noted already, for the
 * same import: another process is at it.
 */
export async function savePulled(
  organizationId: OrganizationId,
  tx: Transaction,
  { uuid, name, version }: Named,
  pulled: { readonly importedAt: Date; readonly imageTagId: string; readonly at: Date },
): Promise<boolean> {
  const { importedAt, imageTagId, at } = pulled;
  const values = {
    ...{ name, version, sortKey: sortKeyOf(`${name}:${version}`) },
    ...{ state: 'pulled' as const, fault: null, stateSince: at },
    ...{ importedAt, factsKey: null, imageTagId, pulledAt: at },
  };
  const { numInsertedOrUpdatedRows } = await tx.sql
    .insertInto('companionProject')
    .values({ organizationId, uuid, ...values })
    .onConflict((known) =>
      known
        .columns(['organizationId', 'uuid'])
        .doUpdateSet(values)
        .where(
          sql<boolean>`(companion_project.imported_at, companion_project.name, companion_project.version)
            IS DISTINCT FROM (excluded.imported_at, excluded.name, excluded.version)`,
        ),
    )
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Notes why a project could not be pulled; what was pulled of it before stays known. */
export async function saveFailed(
  organizationId: OrganizationId,
  db: Transaction,
  { uuid, name, version }: Named,
  { fault, at }: { readonly fault: string; readonly at: Date },
): Promise<void> {
  const values = {
    ...{ name, version, sortKey: sortKeyOf(`${name}:${version}`) },
    ...{ state: 'failed' as const, fault },
  };
  await db.sql
    .insertInto('companionProject')
    .values({ organizationId, uuid, ...values, stateSince: at })
    .onConflict((known) =>
      known.columns(['organizationId', 'uuid']).doUpdateSet({
        ...values,
        stateSince: sql<Date>`CASE WHEN companion_project.state = 'failed' THEN companion_project.state_since ELSE ${at} END`,
      }),
    )
    .execute();
}

/** Notes that the image has the tags, and the rest, that are listed of a project now. */
export async function saveFacts(
  organizationId: OrganizationId,
  db: Transaction,
  uuid: string,
  { factsKey, at }: { readonly factsKey: string; readonly at: Date },
): Promise<void> {
  await db.sql
    .updateTable('companionProject')
    .set({
      factsKey,
      state: 'pulled',
      fault: null,
      stateSince: sql<Date>`CASE WHEN state = 'pulled' THEN state_since ELSE ${at} END`,
    })
    .where('organizationId', '=', organizationId)
    .where('uuid', '=', uuid)
    .execute();
}

/**
 * Marks the projects that are not listed any more, and their images as not in use, and gives them.
 * @param uuids of all that are listed
 */
export async function markGone(
  organizationId: OrganizationId,
  tx: Transaction,
  uuids: readonly string[],
  at: Date,
) {
  const gone = await tx.sql
    .updateTable('companionProject')
    .set({ state: 'gone', fault: null, stateSince: at })
    .where('organizationId', '=', organizationId)
    .where('state', '<>', 'gone')
    .where(sql<boolean>`uuid <> ALL(${uuids}::uuid[])`)
    .returning(['name', 'version', 'imageTagId'])
    .execute();
  const images = gone.flatMap(({ imageTagId }) => imageTagId ?? []);
  if (images.length > 0) {
    await tx.sql
      .updateTable('imageTag')
      .set({ isActive: false })
      .where('organizationId', '=', organizationId)
      .where(sql<boolean>`id = ANY(${images}::uuid[])`)
      .execute();
  }
  return gone;
}

/** Forgets projects that were gone before this time; their images stay. */
export async function forgetGone(
  organizationId: OrganizationId,
  tx: Transaction,
  before: Date,
): Promise<void> {
  await tx.sql
    .deleteFrom('companionProject')
    .where('organizationId', '=', organizationId)
    .where('state', '=', 'gone')
    .where('stateSince', '<', before)
    .execute();
}

/**
 * Lists a page of projects by name and version. Plan: companion_project_organization_id_state_sort_key_uuid_idx for
 * one state, else a sort of the organization's part; the image tags by primary key.
 */
export function projectPage(
  organizationId: OrganizationId,
  db: Transaction,
  state: ProjectState | null,
  page: PageRequest,
) {
  const own = anyOrganization(organizationId);
  let matching = db.sql
    .selectFrom('companionProject as c')
    .leftJoin('imageTag as i', (join) =>
      join.on('i.organizationId', '=', own).onRef('i.id', '=', 'c.imageTagId').on(isKept('i')),
    )
    .select(['c.uuid as id', 'c.name', 'c.version', 'c.sortKey', 'c.state', 'c.fault'])
    .select(['c.importedAt', 'c.pulledAt', 'c.stateSince', 'i.id as imageTagId'])
    .where('c.organizationId', '=', own);
  if (state !== null) matching = matching.where('c.state', '=', state);
  return findPage(db, matching, sql`sort_key, id`, page);
}

export type ProjectRow = Awaited<ReturnType<typeof projectPage>>['items'][number];
