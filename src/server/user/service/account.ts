import { notFound } from '@/domain/errors';
import { type AccountNotice, accountNoticeSchema } from '@/domain/user/account';
import type { CallOrigin, PersonCaller } from '@/server/platform/auth/principal';
import type { Deps } from '@/server/platform/deps';
import { findUser, updateUserName } from '../repository/account';
import { findPendingEmail } from '../repository/token';
import { deleteNotice, findNotices } from '../repository/trail';
import { recordAccountChange } from '@/server/audit/service';

/** A person's own account as they see it. */
export interface Account {
  readonly name: string;
  readonly email: string;
  /** Whether they have shown that the address is theirs. */
  readonly emailProven: boolean;
  /** Whether people sign in here with a password at all. */
  readonly passwordsInUse: boolean;
  /** False for a person who only signs in elsewhere. */
  readonly hasPassword: boolean;
  /** Whether this service can send mail. */
  readonly sendsMail: boolean;
  /** The address that is to be theirs once it is confirmed. */
  readonly pendingEmail: { readonly email: string; readonly expiresAt: string } | null;
}

/** Gets the caller's own account. */
export async function getAccount(deps: Deps, person: PersonCaller): Promise<Account> {
  const [user, pending] = await Promise.all([
    findUser(deps.db, person.id),
    findPendingEmail(deps.db, person.id, deps.clock.now()),
  ]);
  return {
    name: person.name,
    email: person.email,
    emailProven: user !== null && user.emailProvenAt !== null,
    passwordsInUse: deps.env.passwordLogin,
    hasPassword: user !== null && user.passwordHash !== null,
    sendsMail: deps.mailer !== null,
    pendingEmail: pending && {
      email: pending.email,
      expiresAt: pending.expiresAt.toISOString(),
    },
  };
}

/** Gives the caller another name; past events keep the old one. */
export function renameAccount(
  deps: Deps,
  person: PersonCaller,
  name: string,
  origin: CallOrigin,
): Promise<void> {
  return deps.db.transaction(async (tx) => {
    const at = deps.clock.now();
    await updateUserName(tx, person.id, name, at);
    const detail = { from: person.name, to: name };
    await recordAccountChange(tx, person, { at, origin, what: 'rename', detail });
  });
}

/** A notice as its reader sees it. */
export interface OwnNotice {
  readonly id: string;
  readonly at: string;
  readonly notice: AccountNotice;
}

/** Lists the caller's own notices, oldest first. */
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
