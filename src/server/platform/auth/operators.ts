import type { Deps } from '@/server/platform/deps';
import type { Transaction } from '@/server/platform/db/db';
import type { Caller } from './principal';

export type OperatorRow = Awaited<ReturnType<typeof findOperators>>[number];

function selectOperators(db: Transaction) {
  return db.sql
    .selectFrom('appUser as u')
    .leftJoin('operator as o', 'o.userId', 'u.id')
    .select(['u.id', 'u.name', 'u.email'])
    .select((eb) => [
      // Whether they stand in the database, by the first set-up or by a command.
      eb('o.userId', 'is not', null).$castTo<boolean>().as('isRecorded'),
      // Whether the address is shown to be theirs.
      eb('u.emailProvenAt', 'is not', null).$castTo<boolean>().as('isProven'),
    ]);
}

/** Finds the facts that decide whether a person is an operator. Plan: three keys. */
export async function findOperator(db: Transaction, userId: string): Promise<OperatorRow | null> {
  const row = await selectOperators(db).where('u.id', '=', userId).executeTakeFirst();
  return row ?? null;
}

/**
 * Lists the people whom the database records as operators, or who have one of these addresses; by name.
 * @param emails lower case
 */
export function findOperators(db: Transaction, emails: readonly string[]) {
  return selectOperators(db)
    .where((eb) =>
      eb.or([eb('o.userId', 'is not', null), eb('u.email', '=', eb.fn.any(eb.val(emails)))]),
    )
    .orderBy(({ fn }) => fn('lower', ['u.name']))
    .orderBy('u.id')
    .execute();
}

/**
 * Tells whether a caller looks after the installation now: a person of the database's list, or one whose
 * proven address the configuration names. An address alone makes nobody an operator: anybody could have been
 * the first to register it. A key never is one.
 */
export async function isOperator(
  deps: Pick<Deps, 'db' | 'env'>,
  caller: Caller | null,
): Promise<boolean> {
  if (caller?.kind !== 'person') return false;
  const row = await findOperator(deps.db, caller.id);
  return row !== null && isOperatorRow(row, deps.env.operators);
}

/** Tells whether these facts make a person an operator. */
export function isOperatorRow(
  { email, isRecorded, isProven }: OperatorRow,
  configured: readonly string[],
) {
  return isRecorded || (isProven && configured.includes(email));
}
