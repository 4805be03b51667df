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
  SELECT w.organization_id, w.id, w.ends_on, w.decision,
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

/** Finds the organizations of which a notice is due. Plan: waiver, of which an installation has some thousands. */
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
}

/**
 * Notes as told what is due, and answers it: whatever another process noted first is not in it.
 * @param most so many at once at most; the rest is due still
 */
export async function takeDueNotices(
  organizationId: OrganizationId,
  tx: Transaction,
  { today, at, most }: { readonly today: Day; readonly at: Date; readonly most: number },
): Promise<DueNotice[]> {
  const own = sql<boolean>`w.organization_id = ${organizationId}::uuid`;
  const { rows } = await sql<DueNotice>`
    INSERT INTO waiver_notice (organization_id, waiver_id, kind, ends_on, at)
    SELECT due.organization_id, due.id, due.kind, due.ends_on, ${at}::timestamptz
      FROM (${dueSql(today, own)}) due
     WHERE due.organization_id = ${organizationId}::uuid AND ${UNTOLD}
     ORDER BY due.ends_on, due.id
     LIMIT ${most}
    ON CONFLICT DO NOTHING
    RETURNING waiver_id, kind`.execute(tx.sql);
  return rows;
}
