import { v7 as uuidv7 } from 'uuid';
import { conflict } from '@/domain/errors';
import type { AddressProof } from '@/domain/user/account';
import type { Transaction } from '@/server/platform/db/db';
import { insertUser, type UserRow } from '../repository/account';

export interface NewUser {
  readonly name: string;
  /** Lower case. */
  readonly email: string;
  /** From `hashPassword`, computed before the transaction: it takes longer than a transaction should. */
  readonly passwordHash: string | null;
  /** Null: the address is only typed or told, not proven. */
  readonly provenBy: AddressProof | null;
}

/** Adds a person, who belongs to no organization yet. @throws DomainError 409 when the address is taken */
export async function createUser(
  tx: Transaction,
  { provenBy, ...user }: NewUser,
  at: Date,
): Promise<UserRow> {
  const row = { id: uuidv7(), ...user };
  if (await insertUser(tx, row, provenBy, at)) {
    return { ...row, emailProvenAt: provenBy === null ? null : at };
  }
  throw conflict('This e-mail address is already registered');
}

/** Functions on people that other nouns use as steps of their own. */
export {
  findUser,
  findUserByEmail,
  hasUsers,
  lockUser,
  markEmailProven,
} from '../repository/account';
export type { UserRow } from '../repository/account';
export { insertNotice } from '../repository/trail';
