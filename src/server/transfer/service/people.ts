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

export interface Admitting {
  readonly at: Date;
  /** Addresses of whom whoever runs the command answers for: they are let in, proven or not. */
  readonly vouched: readonly string[];
}

/**
 * Finds or makes the accounts of the members, by their addresses. An account that is here becomes a member where its address
 * is proven to be its owner's; a claim alone would let whoever typed the address into the organization. What they did is
 * theirs all the same: once they are invited, nobody is two people, who could decide on what they asked for themselves.
 * Whoever has the machine may answer for an address, as where they make somebody an operator.
 */
export async function admitPeople(
  client: pg.ClientBase,
  people: readonly TransferPerson[],
  { at, vouched }: Admitting,
): Promise<Admission> {
  const accounts = await findAccounts(client, people, vouched);
  const byAddress = new Map(accounts.map((account) => [account.email, account]));
  const takenIds = new Set(accounts.map(({ id }) => id));
  const imported: ImportedPerson[] = [];
  const made: TransferPerson[] = [];
  const [joined, leftOut]: [string[], string[]] = [[], []];
  for (const person of people) {
    const account = byAddress.get(person.email);
    if (account) {
      const isMember = account.isProven || vouched.includes(person.email);
      imported.push({ old: person.id, new: account.id, isMember });
      (isMember ? joined : leftOut).push(person.email);
      continue;
    }
    const id = takenIds.has(person.id) ? uuidv7() : person.id;
    imported.push({ old: person.id, new: id, isMember: true });
    made.push({ ...person, id });
  }
  const known = new Set([...people, ...accounts].map(({ email }) => email));
  for (const email of vouched) {
    if (!known.has(email)) made.push({ id: uuidv7(), email, name: 'Administrator' });
    else if (byAddress.has(email) && !joined.includes(email)) joined.push(email);
  }
  await addAccounts(client, made, at);
  await notePeople(client, imported);
  return { made: made.map(({ email }) => email), joined, leftOut };
}
