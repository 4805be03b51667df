import { notFound } from '@/domain/errors';
import { accountNoticeSchema, type AccountNotice } from '@/domain/user/account-notice';
import type { PersonCaller } from '@/server/auth/principal';
import type { Deps } from '@/server/deps';
import { deleteNotice, findNotices } from './repository/trail';

/** A notice as its reader sees it. */
export interface OwnNotice {
  readonly id: string;
  readonly at: string;
  readonly notice: AccountNotice;
}

/** What the caller has to be told of their own account, oldest first. */
export async function listOwnNotices(
  { db }: Pick<Deps, 'db'>,
  person: Pick<PersonCaller, 'id'>,
): Promise<OwnNotice[]> {
  const rows = await findNotices(db, person.id);
  return rows.map(({ id, createdAt, detail }) => ({
    id,
    at: createdAt.toISOString(),
    notice: accountNoticeSchema.parse(detail),
  }));
}

/** Puts a notice away for good. @throws DomainError 404 for one that is not the caller's, or is put away already */
export async function putNoticeAway(
  { db }: Pick<Deps, 'db'>,
  person: Pick<PersonCaller, 'id'>,
  id: string,
): Promise<void> {
  if (!(await deleteNotice(db, person.id, id))) throw notFound('Notice');
}
