import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import type { Prisma } from '@/server/prisma-client/client';

type NewListChoice = Omit<Prisma.ListChoiceGetPayload<object>, 'organizationId'>;
/** Whose choice, and of what. */
type ChoiceKey = Pick<NewListChoice, 'userId' | 'name'>;

/** Finds what a person chose. Plan: the primary key; some dozens of rows at most. */
export function findChoices(
  organizationId: OrganizationId,
  db: Transaction,
  userId: string,
  limit: number,
) {
  return db.of(organizationId).listChoice.findMany({
    where: { userId },
    select: { name: true, value: true },
    orderBy: { name: 'asc' },
    take: limit,
  });
}

/** Counts a person's other choices. */
export function countChoices(
  organizationId: OrganizationId,
  db: Transaction,
  { userId, name }: ChoiceKey,
): Promise<number> {
  return db.of(organizationId).listChoice.count({ where: { userId, NOT: { name } } });
}

/** Writes a choice in the place of what was chosen before. */
export async function writeChoice(
  organizationId: OrganizationId,
  db: Transaction,
  choice: NewListChoice,
): Promise<void> {
  await db.sql
    .insertInto('listChoice')
    .values({ organizationId, ...choice })
    .onConflict((on) =>
      on
        .columns(['organizationId', 'userId', 'name'])
        .doUpdateSet({ value: choice.value, updatedAt: choice.updatedAt }),
    )
    .execute();
}

export async function removeChoice(
  organizationId: OrganizationId,
  db: Transaction,
  { userId, name }: ChoiceKey,
): Promise<void> {
  await db.of(organizationId).listChoice.deleteMany({ where: { userId, name } });
}
