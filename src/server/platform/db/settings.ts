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

const apiKeySetting = z.object({ apiKeyId: z.uuid() });

/** The name of the setting that remembers the key of the environment. */
export const BOOTSTRAP_API_KEY = 'bootstrap_api_key';

/** The id of the key that the environment names, which acts for the operator; null when it names none. */
export async function findBootstrapKeyId(db: Transaction): Promise<string | null> {
  return apiKeySetting.safeParse(await findSetting(db, BOOTSTRAP_API_KEY)).data?.apiKeyId ?? null;
}
