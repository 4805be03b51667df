import { sql, type NotNull } from 'kysely';
import { offsetOf, type PageRequest } from '@/domain/pagination';
import type { Transaction } from '@/server/platform/db/db';
import { withTotal } from '@/server/platform/db/page-rows';

/** Makes a person an operator; false when they are one already. */
export async function insertOperator(
  { prisma }: Transaction,
  userId: string,
  createdAt: Date,
): Promise<boolean> {
  const row = { userId, createdAt };
  const { count } = await prisma.operator.createMany({ data: [row], skipDuplicates: true });
  return count === 1;
}

/** Ends a person's being an operator; false when they were none. */
export async function deleteOperator({ prisma }: Transaction, userId: string): Promise<boolean> {
  const { count } = await prisma.operator.deleteMany({ where: { userId } });
  return count === 1;
}

/**
 * Reads a page of all organizations, the newest first: their existence and size, not their content.
 * Plan: the organizations by a sort, which are few; the counts of the page's by indexes that begin with the
 * organization.
 *
 * @param search lower case; null: all
 */
export async function organizationPage(db: Transaction, search: string | null, page: PageRequest) {
  const rows = await db.sql
    .with('matching', (cte) => {
      const all = cte.selectFrom('organization').select(['id', 'name', 'idpId', 'createdAt']);
      if (search === null) return all;
      return all.where(({ eb, ref }) => {
        const has = (column: 'name' | 'idpId') =>
          eb(sql<number>`strpos(lower(${ref(column)}), ${search})`, '>', 0);
        return eb.or([has('name'), has('idpId')]);
      });
    })
    .with('page', (cte) =>
      cte
        .selectFrom('matching')
        .selectAll()
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .limit(page.size)
        .offset(offsetOf(page)),
    )
    .selectFrom((eb) =>
      eb
        .selectFrom('matching')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .as('counted'),
    )
    .leftJoin('page', (join) => join.onTrue())
    .select(['counted.total', 'page.id', 'page.name', 'page.idpId', 'page.createdAt'])
    .select((eb) => [
      eb
        .selectFrom('membership as m')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('m.organizationId', '=', 'page.id')
        .$asScalar()
        .$notNull()
        .as('members'),
    ])
    .orderBy('page.createdAt', 'desc')
    .orderBy('page.id', 'desc')
    // A page past the end is one row of nulls with the total.
    .$narrowType<
      { id: NotNull; name: NotNull; idpId: NotNull; createdAt: NotNull } | { id: null }
    >()
    .execute();
  const { items, total } = withTotal(rows);
  const images = await countImages(
    db,
    items.map(({ id }) => id),
  );
  return { items: items.map((item) => ({ ...item, images: images.get(item.id) ?? 0 })), total };
}

/**
 * Counts the images of organizations. By itself: a database that is spread takes no subquery about what is spread for each row
 * of what is on every machine.
 */
async function countImages(
  db: Transaction,
  organizationIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.sql
    .selectFrom('imageTag as i')
    .innerJoin('project as p', (join) =>
      join.onRef('p.organizationId', '=', 'i.organizationId').onRef('p.id', '=', 'i.projectId'),
    )
    .select(({ fn }) => ['i.organizationId', fn.countAll<number>().as('count')])
    .where(({ eb, fn, val }) => eb('i.organizationId', '=', fn.any(val(organizationIds))))
    .where('i.deletedAt', 'is', null)
    .where('p.deletedAt', 'is', null)
    .groupBy('i.organizationId')
    .execute();
  return new Map(rows.map(({ organizationId, count }) => [organizationId, count]));
}
