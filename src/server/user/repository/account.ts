import type { AddressProof } from '@/domain/user/account';
import type { Transaction } from '@/server/platform/db/db';
import type { Prisma } from '@/server/prisma-client/client';

const FIELDS = {
  id: true,
  name: true,
  /** Lower case. */
  email: true,
  passwordHash: true,
  /** When it was shown that the account's owner also has the address; null: it never was. */
  emailProvenAt: true,
} as const satisfies Prisma.UserSelect;

export type UserRow = Prisma.UserGetPayload<{ select: typeof FIELDS }>;

const COLUMNS = ['id', 'name', 'email', 'passwordHash', 'emailProvenAt'] as const;

/**
 * Adds a person; false when the e-mail address is taken.
 * @param provenBy null: nobody has shown that the address is theirs
 */
export async function insertUser(
  { prisma }: Transaction,
  user: Omit<UserRow, 'emailProvenAt'>,
  provenBy: AddressProof | null,
  at: Date,
): Promise<boolean> {
  const proof = provenBy === null ? {} : { emailProvenBy: provenBy, emailProvenAt: at };
  const row = { ...user, ...proof, createdAt: at, updatedAt: at };
  const { count } = await prisma.user.createMany({ data: [row], skipDuplicates: true });
  return count === 1;
}

/** @param email lower case */
export function findUserByEmail({ prisma }: Transaction, email: string): Promise<UserRow | null> {
  return prisma.user.findUnique({ where: { email }, select: FIELDS });
}

/**
 * Finds a person who signs in, and whether they have from this network (`isFamiliar`): one statement whether or not
 * there is such a person. Plan: app_user (email), familiar_network's key.
 *
 * @param email lower case
 */
export async function findUserToSignIn(
  db: Transaction,
  email: string,
  { networkHash, since }: { readonly networkHash: Buffer; readonly since: Date },
) {
  const row = await db.sql
    .selectFrom('appUser as u')
    .select(COLUMNS)
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('familiarNetwork as f')
          .select('f.userId')
          .whereRef('f.userId', '=', 'u.id')
          .where('f.networkHash', '=', networkHash)
          .where('f.lastUsedAt', '>=', since),
      )
        .$castTo<boolean>()
        .as('isFamiliar'),
    )
    .where('u.email', '=', email)
    .executeTakeFirst();
  return row ?? null;
}

/** Locks a person, whom nobody else changes until the transaction ends. Plan: primary key. */
export async function lockUser(tx: Transaction, id: string): Promise<UserRow | null> {
  // Prisma has no locks.
  const row = await tx.sql
    .selectFrom('appUser')
    .select(COLUMNS)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export function findUser({ prisma }: Transaction, id: string): Promise<UserRow | null> {
  return prisma.user.findUnique({ where: { id }, select: FIELDS });
}

export async function updateUserName(
  { prisma }: Transaction,
  id: string,
  name: string,
  updatedAt: Date,
): Promise<void> {
  await prisma.user.updateMany({ where: { id }, data: { name, updatedAt } });
}

/** @param passwordHash from `hashPassword`; null: the person no longer signs in with a password */
export async function updatePasswordHash(
  { prisma }: Transaction,
  id: string,
  passwordHash: string | null,
  updatedAt: Date,
): Promise<void> {
  await prisma.user.updateMany({ where: { id }, data: { passwordHash, updatedAt } });
}

/**
 * Gives a person an address that they have just confirmed.
 *
 * @param email lower case
 * @returns false when the address is another person's
 */
export async function updateEmail(
  tx: Transaction,
  id: string,
  email: string,
  at: Date,
): Promise<boolean> {
  const row = await tx.sql
    .updateTable('appUser')
    .set({ email, emailProvenBy: 'confirmation', emailProvenAt: at, updatedAt: at })
    .where('id', '=', id)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('appUser as other')
            .select('other.id')
            .where('other.email', '=', email)
            .where('other.id', '<>', id),
        ),
      ),
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function hasUsers({ prisma }: Transaction): Promise<boolean> {
  return (await prisma.user.findFirst({ select: { id: true } })) !== null;
}

/**
 * Notes by what the address of a person was proven, unless it was before; tells whether that is new. Plan:
 * primary key.
 */
export async function markEmailProven(
  { prisma }: Transaction,
  id: string,
  emailProvenBy: AddressProof,
  emailProvenAt: Date,
): Promise<boolean> {
  const where = { id, emailProvenAt: null };
  const { count } = await prisma.user.updateMany({ where, data: { emailProvenBy, emailProvenAt } });
  return count === 1;
}
