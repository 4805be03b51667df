import { sql, type InferResult, type RawBuilder, type SqlBool } from 'kysely';
import type { Day } from '@/domain/eol/calendar';
import { identityOf } from '@/domain/identifiers/identity';
import type { SortDirection } from '@/domain/list';
import type { PageRequest } from '@/domain/pagination';
import { searchTextOf, subjectKeyOf } from '@/domain/waiver/keys';
import type { WaiverSort } from '@/domain/waiver/list';
import type { OwnerScope } from '@/domain/team/owner';
import type { WaiverScope, WaiverState } from '@/domain/waiver/waiver';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Database, Transaction } from '@/server/platform/db/db';
import { allRows, findPage } from '@/server/platform/db/page-rows';
import { anyOrganization, prepared, type Places, type Sql } from '@/server/platform/db/sql';
import { isOfScope } from '@/server/team/sql';

// As SQL: its days are text here, and would not be in Prisma Client.

const PLACE = ['scope', 'projectName', 'teamId', 'imageName', 'imageTag'] as const;
const COLUMNS = [
  ...(['id', 'productName', 'cycle', 'reason', 'control', 'links', 'endsOn'] as const),
  ...PLACE,
  ...(['decision', 'version', 'ownerId', 'ownerName', 'createdAt', 'updatedAt'] as const),
  ...(['askedByKind', 'askedById', 'askedByName', 'askedByUserId'] as const),
  ...(['decidedById', 'decidedByName', 'decidedAt'] as const),
] as const;

/** As the team is called now, or was when it was asked for where it is gone. */
const TEAM_NAME = sql<string | null>`coalesce(
  (SELECT t.name FROM team t WHERE t.organization_id = waiver.organization_id AND t.id = waiver.team_id),
  waiver.team_name)`;

const waivers = (db: Sql) =>
  db.selectFrom('waiver').select(COLUMNS).select(TEAM_NAME.as('teamName'));

export type WaiverRow = InferResult<ReturnType<typeof waivers>>[number];

export async function insertWaiver(
  organizationId: OrganizationId,
  tx: Transaction,
  row: WaiverRow,
): Promise<void> {
  await tx.sql
    .insertInto('waiver')
    .values({
      ...row,
      organizationId,
      cycleKey: identityOf(row.productName, row.cycle),
      subjectKey: subjectKeyOf(row),
      searchText: searchTextOf(row),
    })
    .execute();
}

/** Finds a waiver; null for one of another organization, too. */
export async function findWaiver(
  organizationId: OrganizationId,
  db: Transaction,
  id: string,
): Promise<WaiverRow | null> {
  const row = await waivers(db.sql)
    .where('organizationId', '=', anyOrganization(organizationId))
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** Finds waivers by id, in no order. */
export function findWaivers(
  organizationId: OrganizationId,
  db: Transaction,
  ids: readonly string[],
): Promise<WaiverRow[]> {
  return waivers(db.sql)
    .where('organizationId', '=', anyOrganization(organizationId))
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val(ids))))
    .execute();
}

/** Locks a waiver until the transaction ends; null for one of another organization, too. */
export async function lockWaiver(
  organizationId: OrganizationId,
  tx: Transaction,
  id: string,
): Promise<WaiverRow | null> {
  const row = await waivers(tx.sql)
    .where('organizationId', '=', anyOrganization(organizationId))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Writes what may change of a waiver. */
export async function updateWaiver(
  organizationId: OrganizationId,
  tx: Transaction,
  row: WaiverRow,
): Promise<void> {
  const { reason, control, links, endsOn } = row;
  const { decision, version, ownerId, ownerName, updatedAt } = row;
  const { decidedById, decidedByName, decidedAt } = row;
  await tx.sql
    .updateTable('waiver')
    .set({ reason, control, links, endsOn, searchText: searchTextOf(row) })
    .set({ decision, version, ownerId, ownerName, updatedAt })
    .set({ decidedById, decidedByName, decidedAt })
    .where('organizationId', '=', organizationId)
    .where('id', '=', row.id)
    .execute();
}

/** Counts the waivers of an organization: all, and those that are asked for or hold. */
export function countWaivers(organizationId: OrganizationId, tx: Transaction, today: Day) {
  const isOpen = sql`decision IN ('asked', 'granted') AND ends_on >= ${today}`;
  return tx.sql
    .selectFrom('waiver')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .select(sql<number>`count(*) FILTER (WHERE ${isOpen})`.as('open'))
    .where('organizationId', '=', anyOrganization(organizationId))
    .executeTakeFirstOrThrow();
}

/** Finds what is asked for with the same place and software, and can still be decided. */
export async function findAsked(
  organizationId: OrganizationId,
  tx: Transaction,
  subjectKey: string,
  today: Day,
): Promise<string | null> {
  const row = await tx.sql
    .selectFrom('waiver')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('subjectKey', '=', subjectKey)
    .where('decision', '=', 'asked')
    .where('endsOn', '>=', today)
    .executeTakeFirst();
  return row?.id ?? null;
}

const granted = prepared((db, given: Places<{ organizationId: OrganizationId; today: Day }>) =>
  db
    .selectFrom('waiver')
    .select([...PLACE, 'id', 'productName', 'cycle', 'endsOn'])
    .where('organizationId', '=', anyOrganization(given('organizationId')))
    .where('decision', '=', 'granted')
    .where('endsOn', '>=', given('today'))
    .orderBy('id'),
);

/**
 * Finds the waivers that hold on a day or later, with what verdicts need of them. Every build and every upload reads
 * them. Plan: waiver (organization_id, decision, ends_on).
 */
export function findGranted(organizationId: OrganizationId, db: Transaction, today: Day) {
  return granted(db.sql, { organizationId, today });
}

/** Finds those of them that were granted before an instant. Plan: as {@link findGranted}. */
export function findGrantedBefore(
  organizationId: OrganizationId,
  db: Transaction,
  day: Day,
  before: Date,
) {
  return db.sql
    .selectFrom('waiver')
    .select([...PLACE, 'id', 'productName', 'cycle', 'endsOn'])
    .where('organizationId', '=', anyOrganization(organizationId))
    .where('decision', '=', 'granted')
    .where('endsOn', '>=', day)
    .where('decidedAt', '<', before)
    .orderBy('id')
    .execute();
}

/** Whose waivers are meant. */
export interface WaiverOwner {
  readonly scope: OwnerScope;
  /** Also those that this person answers for or has asked for. */
  readonly personId: string | null;
}

/** Conditions on waivers; null: whatever. */
export interface WaiverFilter {
  readonly today: Day;
  readonly search: string | null;
  readonly state: WaiverState | null;
  readonly scope: WaiverScope | null;
  readonly projectName: string | null;
  readonly teamId: string | null;
  readonly productName: string | null;
  readonly cycle: string | null;
  readonly ownerId: string | null;
  readonly endsBefore: Day | null;
  /** Only those of an owner. */
  readonly owner: WaiverOwner | null;
  /** Only what this person may decide on: `others`: not what they have asked for or changed. */
  readonly waitsFor: { readonly userId: string; readonly others: boolean } | null;
}

/** What a waiver's state is on a day, as `waiverState` has it. */
const stateOn = (today: Day) =>
  sql<WaiverState>`CASE WHEN decision IN ('asked', 'granted') AND ends_on < ${today}
                        THEN 'ended' ELSE decision::text END`;

function matching(organizationId: OrganizationId, db: Database, filter: WaiverFilter) {
  return waivers(db.sql)
    .where('organizationId', '=', anyOrganization(organizationId))
    .where(({ and }) =>
      and([
        ...ofTerm(filter),
        ...ofSubject(filter),
        ...ofOwner(organizationId, filter),
        ...ofQueue(filter),
      ]),
    );
}

type Condition = RawBuilder<SqlBool>;

function ofTerm({ today, state, endsBefore }: WaiverFilter): Condition[] {
  return [
    ...(state === null ? [] : [sql<SqlBool>`${stateOn(today)} = ${state}`]),
    ...(endsBefore === null ? [] : [sql<SqlBool>`ends_on < ${endsBefore}`]),
  ];
}

function ofSubject(filter: WaiverFilter): Condition[] {
  const { search, scope, projectName, teamId, productName, cycle, ownerId } = filter;
  return [
    ...(search === null ? [] : [sql<SqlBool>`strpos(search_text, ${search}) > 0`]),
    ...(scope === null ? [] : [sql<SqlBool>`scope = ${scope}::waiver_scope`]),
    ...(projectName === null ? [] : [sql<SqlBool>`project_name = ${projectName}`]),
    ...(teamId === null ? [] : [sql<SqlBool>`team_id = ${teamId}::uuid`]),
    ...(productName === null ? [] : [sql<SqlBool>`product_name = ${productName}`]),
    ...(cycle === null ? [] : [sql<SqlBool>`cycle = ${cycle}`]),
    ...(ownerId === null ? [] : [sql<SqlBool>`owner_id = ${ownerId}`]),
  ];
}

/**
 * Those of the teams themselves, and those that name a project which they own; of nobody, those that name a project which
 * nobody owns. Plan: as `isOwnedProject`.
 */
function ofOwner(organizationId: OrganizationId, { owner }: WaiverFilter): Condition[] {
  if (owner === null) return [];
  const { scope, personId } = owner;
  const inProject = sql<SqlBool>`project_name IN (
    SELECT p.name FROM project p
     WHERE p.organization_id = ${anyOrganization(organizationId)} AND p.deleted_at IS NULL
       AND ${isOfScope(scope)})`;
  if (scope.kind === 'nobody') return [inProject];
  const ofPerson = sql<SqlBool>`${personId}::uuid IN (owner_id, asked_by_user_id)`;
  return [
    sql<SqlBool>`(${inProject} OR team_id = ANY(${scope.teamIds}::uuid[]) OR ${ofPerson} IS TRUE)`,
  ];
}

function ofQueue({ today, waitsFor }: WaiverFilter): Condition[] {
  if (waitsFor === null) return [];
  const undecided = sql<SqlBool>`decision = 'asked' AND ends_on >= ${today}`;
  if (!waitsFor.others) return [undecided];
  const authored = sql<SqlBool>`EXISTS (
    SELECT FROM waiver_event e
     WHERE e.organization_id = waiver.organization_id AND e.waiver_id = waiver.id
       AND e.kind IN ('asked', 'changed') AND e.actor_user_id = ${waitsFor.userId})`;
  return [undecided, sql<SqlBool>`NOT ${authored}`];
}

export interface WaiverOrder {
  readonly sort: WaiverSort;
  readonly direction: SortDirection;
}

const ORDERS = {
  asked: { asc: sql`created_at, id`, desc: sql`created_at DESC, id DESC` },
  ends: { asc: sql`ends_on, id`, desc: sql`ends_on DESC, id DESC` },
  software: {
    asc: sql`lower(product_name), product_name, cycle, id`,
    desc: sql`lower(product_name) DESC, product_name DESC, cycle DESC, id DESC`,
  },
} as const satisfies Record<WaiverSort, Record<SortDirection, RawBuilder<unknown>>>;

/**
 * Reads a page of waivers. There are some thousands at most.
 *
 * Plan: the organization's part of the table, sorted; waiver_event by primary key where it is asked what waits.
 */
export function waiverPage(
  organizationId: OrganizationId,
  db: Database,
  filter: WaiverFilter,
  { sort, direction }: WaiverOrder,
  page: PageRequest,
) {
  const order = ORDERS[sort][direction];
  return findPage<WaiverRow>(db, matching(organizationId, db, filter), order, page);
}

/** Reads all waivers of the same list in batches. */
export function allWaivers(
  organizationId: OrganizationId,
  db: Database,
  filter: WaiverFilter,
  { sort, direction }: WaiverOrder,
) {
  const list = matching(organizationId, db, filter).orderBy(ORDERS[sort][direction]);
  return allRows<WaiverRow>(db, list);
}
