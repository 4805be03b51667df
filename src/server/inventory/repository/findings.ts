import { v7 as uuidv7 } from 'uuid';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { anyOrganization } from '@/server/platform/db/sql';
import type { Transaction } from '@/server/platform/db/db';
import { givenRows, type GivenRow } from '@/server/platform/db/given-rows';

/**
 * Finds findings of an image tag, open or not: `softwareId` as nobody covers it, `heldId` as it is stored. Plan: finding
 * (organization_id, image_tag_id, software_id), the software by primary key.
 */
export async function findFindings(
  organizationId: OrganizationId,
  tx: Transaction,
  imageTagId: string,
) {
  return tx.sql
    .selectFrom('finding as f')
    .innerJoin('software as s', (join) =>
      join.onRef('s.organizationId', '=', 'f.organizationId').onRef('s.id', '=', 'f.softwareId'),
    )
    .select([
      'f.id',
      'f.softwareId as heldId',
      'f.componentIds',
      'f.catalogComponentIds',
      'f.isOpen',
    ])
    .select(({ fn }) => fn.coalesce('s.upstreamId', 's.id').as('softwareId'))
    .where('f.organizationId', '=', anyOrganization(organizationId))
    .where('f.imageTagId', '=', imageTagId)
    .execute();
}

const PACKAGES = ['componentIds', 'catalogComponentIds'] as const;
const NEW_INTERVAL = ['id', 'findingId', 'softwareId'] as const;

/** Makes the intervals of findings that open now, as rows of an INSERT. */
function newIntervals(
  organizationId: OrganizationId,
  tx: Pick<Transaction, 'sql'>,
  intervals: readonly GivenRow<'findingInterval', (typeof NEW_INTERVAL)[number]>[],
  openedAt: Date,
) {
  return tx.sql
    .selectFrom(givenRows('findingInterval', intervals))
    .select(({ val }) => val(organizationId).as('organizationId'))
    .select(NEW_INTERVAL)
    .select(({ val }) => val(openedAt).as('openedAt'));
}

export type NewFinding = GivenRow<'finding', 'id' | 'softwareId' | (typeof PACKAGES)[number]>;

/** Inserts open findings of an image tag with their intervals. */
export async function insertFindings(
  organizationId: OrganizationId,
  tx: Transaction,
  imageTagId: string,
  findings: readonly NewFinding[],
  at: Date,
): Promise<void> {
  const rows = tx.sql
    .selectFrom(givenRows('finding', findings))
    .select(({ val }) => val(organizationId).as('organizationId'))
    .select(['id', ({ val }) => val(imageTagId).as('imageTagId'), 'softwareId', ...PACKAGES])
    .select(({ lit, val }) => [lit(true).as('isOpen'), val(at).as('firstSeenAt')]);
  const intervals = findings.map(({ id, softwareId }) => ({
    id: uuidv7(),
    findingId: id,
    softwareId,
  }));
  await tx.sql
    .with('inserted', (db) =>
      db
        .insertInto('finding')
        .columns([
          'organizationId',
          'id',
          'imageTagId',
          'softwareId',
          ...PACKAGES,
          'isOpen',
          'firstSeenAt',
        ])
        .expression(rows),
    )
    .insertInto('findingInterval')
    .columns(['organizationId', ...NEW_INTERVAL, 'openedAt'])
    .expression(newIntervals(organizationId, tx, intervals, at))
    .execute();
}

export async function reopenFindings(
  organizationId: OrganizationId,
  tx: Transaction,
  findings: readonly GivenRow<'finding', 'id' | 'softwareId'>[],
  at: Date,
): Promise<void> {
  const ids = findings.map(({ id }) => id);
  const intervals = findings.map(({ id, softwareId }) => ({
    id: uuidv7(),
    findingId: id,
    softwareId,
  }));
  await tx.sql
    .with('opened', (db) =>
      db
        .updateTable('finding')
        .set({ isOpen: true })
        .where('organizationId', '=', anyOrganization(organizationId))
        .where(({ eb, fn, val }) => eb('id', '=', fn.any(val(ids)))),
    )
    .insertInto('findingInterval')
    .columns(['organizationId', ...NEW_INTERVAL, 'openedAt'])
    .expression(newIntervals(organizationId, tx, intervals, at))
    .execute();
}

export async function closeFindings(
  organizationId: OrganizationId,
  tx: Transaction,
  ids: readonly string[],
  at: Date,
): Promise<void> {
  await tx.sql
    .with('closed', (db) =>
      db
        .updateTable('finding')
        .set({ isOpen: false })
        .where('organizationId', '=', anyOrganization(organizationId))
        .where(({ eb, fn, val }) => eb('id', '=', fn.any(val(ids)))),
    )
    .updateTable('findingInterval')
    .set({ closedAt: at })
    .where('organizationId', '=', anyOrganization(organizationId))
    .where(({ eb, fn, val }) => eb('findingId', '=', fn.any(val(ids))))
    .where('closedAt', 'is', null)
    .execute();
}

/** Writes the packages of findings. Plan: the given rows, each with a probe of the primary key. */
export async function updatePackages(
  organizationId: OrganizationId,
  tx: Transaction,
  findings: readonly GivenRow<'finding', 'id' | (typeof PACKAGES)[number]>[],
): Promise<void> {
  await tx.sql
    .updateTable('finding as f')
    .from(givenRows('finding', findings))
    .set(({ ref }) => ({
      componentIds: ref('given.componentIds'),
      catalogComponentIds: ref('given.catalogComponentIds'),
    }))
    .where('f.organizationId', '=', anyOrganization(organizationId))
    .whereRef('f.id', '=', 'given.id')
    .execute();
}

/** Begins a time without findings, unless one has begun. */
export async function openCleanInterval(
  organizationId: OrganizationId,
  tx: Transaction,
  imageTagId: string,
  openedAt: Date,
): Promise<void> {
  await tx.sql
    .insertInto('cleanInterval')
    .values({ organizationId, id: uuidv7(), imageTagId, openedAt })
    .onConflict((on) =>
      on.columns(['organizationId', 'imageTagId']).where('closedAt', 'is', null).doNothing(),
    )
    .execute();
}

export async function closeCleanInterval(
  organizationId: OrganizationId,
  tx: Transaction,
  imageTagId: string,
  closedAt: Date,
): Promise<void> {
  await tx.sql
    .updateTable('cleanInterval')
    .set({ closedAt })
    .where('organizationId', '=', organizationId)
    .where('imageTagId', '=', imageTagId)
    .where('closedAt', 'is', null)
    .execute();
}
