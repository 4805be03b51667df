import { z } from 'zod';
import type { Transaction } from './db';

/** The stored value of a setting; undefined when there is none. */
export async function findSetting({ prisma }: Transaction, name: string): Promise<unknown> {
  const setting = await prisma.installationSetting.findUnique({ where: { name } });
  return setting?.value;
}

export async function saveSetting(
  tx: Transaction,
  name: string,
  value: object,
  updatedAt: Date,
): Promise<void> {
  await tx.sql
    .insertInto('installationSetting')
    .values({ name, value, updatedAt })
    .onConflict((known) =>
      known.column('name').doUpdateSet(({ ref }) => ({
        value: ref('excluded.value'),
        updatedAt: ref('excluded.updatedAt'),
      })),
    )
    .execute();
}

export async function removeSetting({ prisma }: Transaction, name: string): Promise<void> {
  await prisma.installationSetting.deleteMany({ where: { name } });
}

/** The settings whose names begin so, and when each was saved last. */
export async function findSettingsNamed(
  { prisma }: Transaction,
  prefix: string,
): Promise<{ readonly name: string; readonly updatedAt: Date }[]> {
  return prisma.installationSetting.findMany({
    where: { name: { startsWith: prefix } },
    select: { name: true, updatedAt: true },
  });
}

/** Removes those of them that were saved last before a moment. */
export async function forgetSettingsNamed(
  { prisma }: Transaction,
  prefix: string,
  before: Date,
): Promise<void> {
  await prisma.installationSetting.deleteMany({
    where: { name: { startsWith: prefix }, updatedAt: { lt: before } },
  });
}

const apiKeySetting = z.object({ apiKeyId: z.uuid() });

/** The name of the setting that remembers the key of the environment. */
export const BOOTSTRAP_API_KEY = 'bootstrap_api_key';

/** The id of the key that the environment names, which acts for the operator; null when it names none. */
export async function findBootstrapKeyId(db: Transaction): Promise<string | null> {
  return apiKeySetting.safeParse(await findSetting(db, BOOTSTRAP_API_KEY)).data?.apiKeyId ?? null;
}
