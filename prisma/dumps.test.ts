import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { migrationNames } from '@/server/platform/db/migrate';
import { DUMPS, headOf, MISSING, NEWER, SOME } from '../e2e/upgrades/dumps';

const numberOf = (dump: string) => /^(\d{2,})-[\da-f]{8}\.tar\.zst$/.exec(dump)?.[1];

test('dumps are numbered without a gap, but for those that are said', () => {
  const numbers = DUMPS.map(numberOf);
  const all = Array.from({ length: Number(numbers.at(-1)) }, (_, at) =>
    String(at + 1).padStart(2, '0'),
  );
  expect(numbers).toEqual(all.filter((number) => !(number in MISSING)));
});

test('the newest dump lacks no migration but those that are said', async () => {
  const { migrations } = z
    .object({ migrations: z.array(z.object({ name: z.string() })) })
    .parse(await headOf(DUMPS.at(-1) ?? ''));
  const held = new Set(migrations.map(({ name }) => name));
  const names = await migrationNames(resolve('prisma/migrations'));
  // Whoever adds a migration makes its dump once it is on main (e2e/upgrades/README.md), and says it in NEWER until then.
  expect(names.filter((name) => !held.has(name))).toEqual(NEWER);
});

test('the dumps that every run takes are there', () => {
  const numbers = DUMPS.map(numberOf);
  expect(SOME.filter((number) => !numbers.includes(number))).toEqual([]);
});
