import { sql } from 'kysely';
import type { Day } from '@/domain/eol/calendar';
import type { RetentionRules } from '@/domain/retention/rules';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';

/** An organization's rules as they are stored. */
export interface RulesRow extends RetentionRules {
  /** Trends begin here; null: with the first scan. */
  readonly historyFrom: Date | null;
  readonly lookedOn: Day | null;
  /** Counts the changes of these rules. */
  readonly changes: number;
}

/** Null where nobody has said anything. Plan: primary key. */
export async function findRules(
  organizationId: OrganizationId,
  db: Transaction,
): Promise<RulesRow | null> {
  const row = await db.sql
    .selectFrom('retentionRules')
    .select(['scanDays', 'newestScans', 'sbomDays', 'historyDays', 'refusedDays', 'messageDays'])
    .select(['auditDays', 'historyFrom', 'lookedOn', 'changes'])
    .where('organizationId', '=', organizationId)
    .executeTakeFirst();
  return row ?? null;
}

/** Locks the rules until the transaction ends, so that whoever changes them waits. @returns the count of their changes */
export async function lockRules(
  organizationId: OrganizationId,
  tx: Transaction,
): Promise<number | null> {
  const row = await tx.sql
    .selectFrom('retentionRules')
    .select('changes')
    .where('organizationId', '=', organizationId)
    .forUpdate()
    .executeTakeFirst();
  return row?.changes ?? null;
}

/** Writes the rules, which are followed soon. */
export async function saveRules(
  organizationId: OrganizationId,
  tx: Transaction,
  rules: RetentionRules,
): Promise<void> {
  const { scanDays, newestScans, sbomDays, historyDays } = rules;
  const { refusedDays, messageDays, auditDays } = rules;
  const columns = { scanDays, newestScans, sbomDays, historyDays, refusedDays, messageDays };
  await tx.sql
    .insertInto('retentionRules')
    .values({ organizationId, ...columns, auditDays })
    .onConflict((on) =>
      on.column('organizationId').doUpdateSet({
        ...columns,
        auditDays,
        lookedOn: null,
        changes: sql`retention_rules.changes + 1`,
      }),
    )
    .execute();
}

/** Lists the organizations whose rules have not been followed on a day yet. Plan: a scan of the rules. */
export async function findDue(db: Transaction, today: Day): Promise<string[]> {
  const rows = await db.sql
    .selectFrom('retentionRules')
    .select('organizationId')
    .where('lookedOn', 'is distinct from', today)
    .orderBy('organizationId')
    .execute();
  return rows.map(({ organizationId }) => organizationId);
}

/** Notes that the rules were followed to the end on a day, unless they were changed meanwhile. */
export async function noteLooked(
  organizationId: OrganizationId,
  db: Transaction,
  { day, changes }: { readonly day: Day; readonly changes: number },
): Promise<void> {
  await db.sql
    .updateTable('retentionRules')
    .set({ lookedOn: day })
    .where('organizationId', '=', organizationId)
    .where('changes', '=', changes)
    .execute();
}

/** Has trends begin at an instant, unless they begin later. */
export async function beginHistory(
  organizationId: OrganizationId,
  tx: Transaction,
  from: Date,
): Promise<void> {
  await tx.sql
    .updateTable('retentionRules')
    .set({ historyFrom: sql`greatest(history_from, ${from}::timestamptz)` })
    .where('organizationId', '=', organizationId)
    .execute();
}
