import { emailSchema } from '@/domain/user/account';
import { addOperator, COMMAND_LINE, removeOperator } from '@/server/operator/service';
import { findUserByEmail, type UserRow } from '@/server/user/service/people';
import type { AccountCommand } from './reset-link';

/** Makes the person with an address an operator. Whoever has the machine says who they are: nothing is proven. */
export const makeOperator: AccountCommand = async (deps, address, say) => {
  const user = await personAt(deps, address, say);
  if (!user) return 1;
  const isNew = await deps.db.transaction((tx) =>
    addOperator(tx, COMMAND_LINE, user, deps.clock.now()),
  );
  say(`${user.email} ${isNew ? 'is an operator now' : 'was an operator already'}.`);
  if (user.emailProvenAt === null) {
    say(
      'Nobody has proven that this address is theirs: be sure that the account is the right one.',
    );
  }
  return 0;
};

/** The other way. */
export const unmakeOperator: AccountCommand = async (deps, address, say) => {
  const user = await personAt(deps, address, say);
  if (!user) return 1;
  const wasOne = await deps.db.transaction((tx) =>
    removeOperator(tx, COMMAND_LINE, user, deps.clock.now()),
  );
  say(`${user.email} ${wasOne ? 'is no operator any more' : 'was no operator in the database'}.`);
  if (deps.env.operators.includes(user.email)) {
    say(
      'OPERATORS still names that address: take it out there as well, and start the service again.',
    );
  }
  return 0;
};

async function personAt(
  { db }: Parameters<AccountCommand>[0],
  address: string,
  say: (line: string) => void,
): Promise<UserRow | null> {
  const email = emailSchema.safeParse(address).data;
  const user = email === undefined ? null : await findUserByEmail(db, email);
  if (!user) say(`Nobody signs in with ${address}.`);
  return user;
}
