import { v7 as uuidv7 } from 'uuid';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { givenRows, type GivenRow, givenTable, rowsText } from '@/server/platform/db/given-rows';
import { anyOrganization, type Places, prepared, type Sql } from '@/server/platform/db/sql';

/**
 * Finds findings of image tags, open or not: `softwareId` as nobody covers it, `heldId` as it is stored. Plan: finding
 * (organization_id, image_tag_id, software_id), the software by primary key.
 */
export async function findFindings(
  organizationId: OrganizationId,
  tx: Transaction,
  imageTagIds: readonly string[],
) {
  return tx.sql
    .selectFrom('finding as f')
    .innerJoin('software as s', (join) =>
      join.onRef('s.organizationId', '=', 'f.organizationId').onRef('s.id', '=', 'f.softwareId'),
    )
    .select([
      'f.id',
      'f.imageTagId',
      'f.softwareId as heldId',
      'f.componentIds',
      'f.catalogComponentIds',
      'f.isOpen',
    ])
    .select(({ fn }) => fn.coalesce('s.upstreamId', 's.id').as('softwareId'))
    .where('f.organizationId', '=', anyOrganization(organizationId))
    .where(({ eb, fn, val }) => eb('f.imageTagId', '=', fn.any(val(imageTagIds))))
    .execute();
}

const PACKAGES = ['componentIds', 'catalogComponentIds'] as const;
const NEW_INTERVAL = ['id', 'findingId', 'softwareId'] as const;
const NEW_FINDING = ['id', 'imageTagId', 'softwareId', ...PACKAGES] as const;

interface Opened {
  readonly organizationId: OrganizationId;
  /** Rows of {@link NEW_INTERVAL}. */
  readonly intervals: string;
  readonly at: Date;
}

/** Makes the intervals of findings that open now, as rows of an INSERT. */
function newIntervals(db: Pick<Sql, 'selectFrom'>, given: Places<Opened>) {
  return db
    .selectFrom(
      givenTable<'findingInterval', (typeof NEW_INTERVAL)[number]>(
        'findingInterval',
        given('intervals'),
      ),
    )
    .select(given('organizationId').as('organizationId'))
    .select(NEW_INTERVAL)
    .select(given('at').as('openedAt'));
}

const intervalsOf = (findings: readonly GivenRow<'finding', 'id' | 'softwareId'>[]) =>
  rowsText(
    NEW_INTERVAL,
    findings.map(({ id, softwareId }) => ({ id: uuidv7(), findingId: id, softwareId })),
  );

export type NewFinding = GivenRow<'finding', (typeof NEW_FINDING)[number]>;

const newFindings = prepared((db, given: Places<Opened & { findings: string }>) =>
  db
    .with('inserted', (findings) =>
      findings
        .insertInto('finding')
        .columns(['organizationId', ...NEW_FINDING, 'isOpen', 'firstSeenAt'])
        .expression(
          db
            .selectFrom(
              givenTable<'finding', (typeof NEW_FINDING)[number]>('finding', given('findings')),
            )
            .select(given('organizationId').as('organizationId'))
            .select(NEW_FINDING)
            .select(({ lit }) => lit(true).as('isOpen'))
            .select(given('at').as('firstSeenAt')),
        ),
    )
    .insertInto('findingInterval')
    .columns(['organizationId', ...NEW_INTERVAL, 'openedAt'])
    .expression(newIntervals(db, given)),
);

/** Inserts open findings of image tags with their intervals. */
export async function insertFindings(
  organizationId: OrganizationId,
  tx: Transaction,
  findings: readonly NewFinding[],
  at: Date,
): Promise<void> {
  const intervals = intervalsOf(findings);
  const rows = rowsText(NEW_FINDING, findings);
  await newFindings(tx.sql, { organizationId, findings: rows, intervals, at });
}

const opening = prepared((db, given: Places<Opened & { ids: readonly string[] }>) =>
  db
    .with('opened', (findings) =>
      findings
        .updateTable('finding')
        .set({ isOpen: true })
        .where('organizationId', '=', anyOrganization(given('organizationId')))
        .where(({ eb, fn }) => eb('id', '=', fn.any(given('ids')))),
    )
    .insertInto('findingInterval')
    .columns(['organizationId', ...NEW_INTERVAL, 'openedAt'])
    .expression(newIntervals(db, given)),
);

export async function reopenFindings(
  organizationId: OrganizationId,
  tx: Transaction,
  findings: readonly GivenRow<'finding', 'id' | 'softwareId'>[],
  at: Date,
): Promise<void> {
  const ids = findings.map(({ id }) => id);
  await opening(tx.sql, { organizationId, ids, intervals: intervalsOf(findings), at });
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

/** Begins a time without findings for each of these image tags, unless one has begun. */
export async function openCleanIntervals(
  organizationId: OrganizationId,
  tx: Transaction,
  imageTagIds: readonly string[],
  openedAt: Date,
): Promise<void> {
  if (imageTagIds.length === 0) return;
  const rows = imageTagIds.map((imageTagId) => ({ id: uuidv7(), imageTagId, openedAt }));
  await tx.sql
    .insertInto('cleanInterval')
    .columns(['organizationId', 'id', 'imageTagId', 'openedAt'])
    .expression(
      tx.sql
        .selectFrom(givenRows('cleanInterval', rows))
        .select(({ val }) => val(organizationId).as('organizationId'))
        .select(['id', 'imageTagId', 'openedAt']),
    )
    .onConflict((on) =>
      on.columns(['organizationId', 'imageTagId']).where('closedAt', 'is', null).doNothing(),
    )
    .execute();
}

export async function closeCleanIntervals(
  organizationId: OrganizationId,
  tx: Transaction,
  imageTagIds: readonly string[],
  closedAt: Date,
): Promise<void> {
  if (imageTagIds.length === 0) return;
  await tx.sql
    .updateTable('cleanInterval')
    .set({ closedAt })
    .where('organizationId', '=', anyOrganization(organizationId))
    .where(({ eb, fn, val }) => eb('imageTagId', '=', fn.any(val(imageTagIds))))
    .where('closedAt', 'is', null)
    .execute();
}
