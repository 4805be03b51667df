import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeOrganization } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { newOrganizationId } from '@/server/platform/auth/organization-id';
import { anyOrganization, type Places, prepared } from './sql';

let deps: TestDeps;
beforeAll(async () => {
  deps = testDeps(await testDatabase());
});
afterAll(() => deps.db.close());

const at = new Date('2026-11-21T12:00:00Z');
const note = (content: string) => ({
  ...{ id: uuidv7(), productName: content, productKey: uuidv7(), eolSoftware: content, content },
  ...{ createdAt: at, updatedAt: at },
});

describe('the client of an organization', () => {
  test('reads, changes and removes what is its own alone', async () => {
    const [mine, theirs] = [await makeOrganization(deps), await makeOrganization(deps)];
    const own = deps.db.of(mine).note;
    const row = note('mine');
    await own.create({ data: row });
    await deps.db.of(theirs).note.createMany({ data: [note('theirs'), note('also theirs')] });
    expect(await own.findMany({ select: { content: true } })).toEqual([{ content: 'mine' }]);
    // Whatever the condition says of organizations, at whatever depth.
    const elsewhere = { OR: [{ organizationId: theirs }, { organizationId: mine }] };
    expect(await own.count({ where: elsewhere })).toBe(1);
    expect(await own.findFirst({ where: { content: 'theirs' } })).toBeNull();
    expect(await own.updateMany({ where: {}, data: { content: null } })).toEqual({ count: 1 });
    expect(await own.deleteMany()).toEqual({ count: 1 });
    expect(await deps.db.of(theirs).note.count()).toBe(2);
  });

  test('gives no row to another, whatever a change says', async () => {
    const [mine, theirs] = [await makeOrganization(deps), await makeOrganization(deps)];
    await deps.db.of(mine).note.create({ data: note('mine') });
    const data: { content: string } = { content: 'changed' };
    Object.assign(data, { organizationId: theirs });
    expect(await deps.db.of(mine).note.updateMany({ where: {}, data })).toEqual({ count: 1 });
    expect(await deps.db.of(theirs).note.count()).toBe(0);
    expect(await deps.db.of(mine).note.count({ where: { content: 'changed' } })).toBe(1);
  });

  test('takes no condition without a value for none', async () => {
    const organization = await makeOrganization(deps);
    await deps.db.of(organization).note.create({ data: note('kept') });
    const id: string | undefined = undefined;
    const deletion = () => deps.db.of(organization).note.deleteMany({ where: { id } });
    expect(deletion).toThrow('The condition on id has no value');
    expect(await deps.db.of(organization).note.count()).toBe(1);
  });

  test('says nothing more once its transaction has ended', async () => {
    const organization = await makeOrganization(deps);
    const { sql } = await deps.db.transaction((tx) => Promise.resolve(tx));
    const late = sql.selectFrom('note').select('id').where('organizationId', '=', organization);
    await expect(late.execute()).rejects.toThrow('There is no transaction for this statement');
  });

  test('keeps its connection while another transaction runs inside of it', async () => {
    const organization = await makeOrganization(deps);
    const other = await makeOrganization(deps);
    const work = deps.db.transaction(async (tx) => {
      // Prisma begins a transaction of its own for what it says in several statements.
      await deps.db.prisma.organization.update({
        where: { id: other },
        data: { name: 'Renamed', notes: { create: [{ ...note('beside') }] } },
      });
      await tx.sql
        .updateTable('organization')
        .set({ name: 'Undone' })
        .where('id', '=', organization)
        .execute();
      throw new Error('undo');
    });
    await expect(work).rejects.toThrow('undo');
    const named = await deps.db.prisma.organization.findUniqueOrThrow({
      where: { id: organization },
    });
    expect(named.name).not.toBe('Undone');
  });

  test('works in a transaction together with SQL, and goes back with it', async () => {
    const organization = await makeOrganization(deps);
    const work = deps.db.transaction(async (tx) => {
      await tx.of(organization).note.create({ data: note('one') });
      const seen = await tx.sql
        .selectFrom('note')
        .select(['content', 'createdAt'])
        .where('organizationId', '=', anyOrganization(organization))
        .execute();
      expect(seen).toEqual([{ content: 'one', createdAt: at }]);
      expect(
        await tx.query('SELECT id FROM note WHERE organization_id = $1', [organization]),
      ).toHaveLength(1);
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(await deps.db.of(organization).note.count()).toBe(0);
  });

  test('side by side in many transactions, each has its own connection', async () => {
    const organization = await makeOrganization(deps);
    const ids = await Promise.all(
      Array.from({ length: 20 }, () =>
        deps.db.transaction(async (tx) => {
          await tx.of(organization).note.create({ data: note(uuidv7()) });
          const [row] = await tx.query<{ id: string }>('SELECT pg_current_xact_id()::text AS id');
          await tx.of(organization).note.count();
          const [again] = await tx.query<{ id: string }>('SELECT pg_current_xact_id()::text AS id');
          expect(again).toEqual(row);
          return row?.id;
        }),
      ),
    );
    expect(new Set(ids).size).toBe(20);
  });

  test('says of an organization that has gone that it is not found', async () => {
    const gone = newOrganizationId();
    await expect(deps.db.of(gone).note.create({ data: note('x') })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(
      deps.db.transaction((tx) => tx.of(gone).note.create({ data: note('x') })),
    ).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a prepared statement', () => {
  const namesFrom = prepared((db, given: Places<{ id: string; kept: string }>) =>
    db
      .selectFrom('organization')
      .select('name')
      .where('id', '=', given('id'))
      .where('name', '=', given('kept')),
  );

  test('is said with the values of each call', async () => {
    const [one, other] = [
      await makeOrganization(deps, 'One'),
      await makeOrganization(deps, 'Other'),
    ];
    const found = await Promise.all([
      namesFrom(deps.db.sql, { id: one, kept: 'One' }),
      namesFrom(deps.db.sql, { id: other, kept: 'Other' }),
      namesFrom(deps.db.sql, { id: one, kept: 'Other' }),
    ]);
    expect(found).toEqual([[{ name: 'One' }], [{ name: 'Other' }], []]);
  });

  test('runs in the transaction that it is given', async () => {
    const organization = await makeOrganization(deps, 'Before');
    const inside = await deps.db.transaction(async (tx) => {
      await tx.prisma.organization.update({
        where: { id: organization },
        data: { name: 'Within' },
      });
      return namesFrom(tx.sql, { id: organization, kept: 'Within' });
    });
    expect(inside).toEqual([{ name: 'Within' }]);
  });
});

test('a connection keeps what transactions say parsed, and not each number of rows that they bring', async () => {
  const organizationId = await makeOrganization(deps);
  const kept = await deps.db.transaction(async (tx) => {
    for (const count of [1, 2, 3, 1]) {
      const rows = Array.from({ length: count }, () => ({ ...note('x'), organizationId }));
      await tx.sql.insertInto('note').values(rows).execute();
    }
    const { rows } = await sql<{ statement: string }>`
      SELECT statement FROM pg_prepared_statements WHERE statement LIKE 'insert into "note"%'`.execute(
      tx.sql,
    );
    return rows;
  });
  expect(kept).toHaveLength(1);
  expect(await deps.db.of(organizationId).note.count()).toBe(7);
});
