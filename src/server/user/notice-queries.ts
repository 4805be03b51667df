import type { AccountNotice } from '@/domain/user/account-notice';
import type { Transaction } from '@/server/db';

export interface AccountNoticeRow {
  readonly id: string;
  readonly createdAt: Date;
  /** As it was written: see {@link insertNotice}. */
  readonly notice: unknown;
}

export async function insertNotice(
  tx: Transaction,
  userId: string,
  row: { readonly id: string; readonly notice: AccountNotice; readonly at: Date },
): Promise<void> {
  await tx.query(
    `INSERT INTO account_notice (id, user_id, kind, detail, created_at)
     VALUES ($1, $2, $3::account_notice_kind, $4, $5)`,
    [row.id, userId, row.notice.kind, JSON.stringify(row.notice), row.at],
  );
}

/** What a person has to be told, oldest first. Plan: account_notice (user_id). */
export function findNotices(db: Transaction, userId: string): Promise<AccountNoticeRow[]> {
  return db.query<AccountNoticeRow>(
    `SELECT id, detail AS notice, created_at AS "createdAt" FROM account_notice
      WHERE user_id = $1 ORDER BY created_at, id`,
    [userId],
  );
}

/** Puts a notice away; false when the person has none with this id. Plan: primary key. */
export async function deleteNotice(db: Transaction, userId: string, id: string): Promise<boolean> {
  const rows = await db.query(
    'DELETE FROM account_notice WHERE id = $1 AND user_id = $2 RETURNING id',
    [id, userId],
  );
  return rows.length === 1;
}
