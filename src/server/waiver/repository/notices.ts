import { type RawBuilder, sql } from 'kysely';
import { addDays, type Day } from '@/domain/eol/calendar';
import { NOTICE_DAYS } from '@/domain/waiver/waiver';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';

/** What is told of a waiver's end: {@link NOTICE_DAYS} days before, on its last day, and that it is over. */
export type NoticeKind = 'soon' | 'last_day' | 'ended';

/**
 * What is due on a day, and was not told of this last day. What was granted, or shortened, for fewer days than those of
 * the first notice is known to end: of it the last day alone is told.
 * @param of whose
 */
const dueSql = (today: Day, of: RawBuilder<boolean>) => sql`
  SELECT w.organization_id, w.id, w.ends_on, w.cycle_key, w.team_id, w.project_name, w.image_name, w.image_tag,
         (CASE WHEN w.ends_on < ${today} THEN 'ended'
               WHEN w.ends_on = ${today} THEN 'last_day'
               ELSE 'soon' END)::waiver_notice_kind AS kind
    FROM waiver w
   WHERE ${of} AND w.ends_on <= ${addDays(today, NOTICE_DAYS)}
     AND (w.decision = 'granted' OR (w.decision = 'asked' AND w.ends_on < ${today}))
     AND (w.ends_on <= ${today}
          OR (w.updated_at AT TIME ZONE 'UTC')::date <= w.ends_on - ${NOTICE_DAYS}::int)`;

const UNTOLD = sql`
  NOT EXISTS (SELECT FROM waiver_notice n
               WHERE n.organization_id = due.organization_id AND n.waiver_id = due.id
                 AND n.kind = due.kind AND n.ends_on = due.ends_on)`;

/**
 * Whether another waiver goes on from `due`: one that was granted, covers the same software wherever it does, and lasts longer.
 * What was granted never grows, so that this is how one is renewed; nothing ends then. `WaiverSet` says where each holds.
 */
const GOES_ON = sql<boolean>`EXISTS (
  SELECT FROM waiver o
   WHERE o.organization_id = due.organization_id AND o.cycle_key = due.cycle_key AND o.decision = 'granted'
     AND o.ends_on > due.ends_on
     AND CASE o.scope
         WHEN 'organization' THEN true
         WHEN 'team' THEN o.team_id = due.team_id OR EXISTS (
           SELECT FROM project p
            WHERE p.organization_id = o.organization_id AND p.name = due.project_name
              AND p.owner_team_id = o.team_id AND p.deleted_at IS NULL)
         WHEN 'project' THEN o.project_name = due.project_name
         WHEN 'image' THEN o.image_name = due.image_name
              AND (o.project_name IS NULL OR o.project_name = due.project_name)
              AND (o.image_tag IS NULL OR o.image_tag = due.image_tag) END)`;

/**
 * Finds the organizations of which a notice is due, or would be if no other waiver went on from it. Plan: waiver, of which an
 * installation has some thousands.
 */
export async function findDueOrganizations(db: Transaction, today: Day): Promise<string[]> {
  const { rows } = await sql<{ organizationId: string }>`
    SELECT DISTINCT due.organization_id FROM (${dueSql(today, sql`true`)}) due WHERE ${UNTOLD}`.execute(
    db.sql,
  );
  return rows.map(({ organizationId }) => organizationId);
}

export interface DueNotice {
  readonly waiverId: string;
  readonly kind: NoticeKind;
  /** Whether another waiver goes on from it, so that nothing is over. */
  readonly goesOn: boolean;
}

/**
 * Notes as told what is due, and answers it: whatever another process noted first is not in it. Of what another waiver goes on from,
 * nothing is before it is over: the other may be revoked by then.
 * @param most so many at once at most; the rest is due still
 */
export async function takeDueNotices(
  organizationId: OrganizationId,
  tx: Transaction,
  { today, at, most }: { readonly today: Day; readonly at: Date; readonly most: number },
): Promise<DueNotice[]> {
  const own = sql<boolean>`w.organization_id = ${organizationId}::uuid`;
  const { rows } = await sql<Omit<DueNotice, 'goesOn'>>`
    INSERT INTO waiver_notice (organization_id, waiver_id, kind, ends_on, at)
    SELECT due.organization_id, due.id, due.kind, due.ends_on, ${at}::timestamptz
      FROM (${dueSql(today, own)}) due
     WHERE due.organization_id = ${organizationId}::uuid AND ${UNTOLD}
       AND (due.kind = 'ended' OR NOT ${GOES_ON})
     ORDER BY due.ends_on, due.id
     LIMIT ${most}
    ON CONFLICT DO NOTHING
    RETURNING waiver_id, kind`.execute(tx.sql);
  const ended = rows.flatMap(({ waiverId, kind }) => (kind === 'ended' ? waiverId : []));
  const going = await findGoingOn(organizationId, tx, ended);
  return rows.map((row) => ({ ...row, goesOn: going.has(row.waiverId) }));
}

/** Finds those of some waivers that others go on from. Plan: primary key, then the waivers of the organization. */
async function findGoingOn(
  organizationId: OrganizationId,
  tx: Transaction,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    SELECT due.id FROM waiver due
     WHERE due.organization_id = ${organizationId}::uuid AND due.id = ANY(${[...ids]}::uuid[]) AND ${GOES_ON}`.execute(
    tx.sql,
  );
  return new Set(rows.map(({ id }) => id));
}
