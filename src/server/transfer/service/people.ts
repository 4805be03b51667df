import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import type { TransferPerson } from '@/domain/transfer/manifest';
import { type ImportedPerson, notePeople } from '../repository/rows';
import { addAccounts, findAccounts } from '../repository/target';

/** What became of the members of an organization that was imported. */
export interface Admission {
  /** Addresses of accounts that were made: nobody can sign in to them before they have set a password by a link. */
  readonly made: readonly string[];
  /** Addresses of accounts that were here, and are members now. */
  readonly joined: readonly string[];
  /** Addresses of accounts that were here, of which nobody has shown that the address is theirs: they are not members. */
  readonly leftOut: readonly string[];
}

/**
 * Finds or makes the accounts of the members, by their addresses. An account that is here becomes a member where its address
 * is proven to be its owner's; a claim alone would let whoever typed the address into the organization. What they did is
 * theirs all the same: once they are invited, nobody is two people, who could decide on what they asked for themselves.
 */
export async function admitPeople(
  client: pg.ClientBase,
  people: readonly TransferPerson[],
  at: Date,
): Promise<Admission> {
  const accounts = await findAccounts(client, people);
  const byAddress = new Map(accounts.map((account) => [account.email, account]));
  const takenIds = new Set(accounts.map(({ id }) => id));
  const imported: ImportedPerson[] = [];
  const made: TransferPerson[] = [];
  const [joined, leftOut]: [string[], string[]] = [[], []];
  for (const person of people) {
    const account = byAddress.get(person.email);
    if (account) {
      imported.push({ old: person.id, new: account.id, isMember: account.isProven });
      (account.isProven ? joined : leftOut).push(person.email);
      continue;
    }
    const id = takenIds.has(person.id) ? uuidv7() : person.id;
    imported.push({ old: person.id, new: id, isMember: true });
    made.push({ ...person, id });
  }
  await addAccounts(client, made, at);
  await notePeople(client, imported);
  return { made: made.map(({ email }) => email), joined, leftOut };
}
