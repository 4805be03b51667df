import { expect, test } from 'vitest';
import { transferHead, transferPerson } from './manifest';

const ID = '01931c5b-0f8e-7a3c-b5d2-6e1c9a7f4d08';
const head = (name: string) => ({
  ...{ format: 1, release: '1.0.0', exportedAt: '2026-11-30T00:00:00Z', migration: '2026_a' },
  organization: { id: ID, name },
  tables: [{ name: 'project', columns: ['id'] }],
});
const person = { id: ID, email: 'ada@example.com', name: 'Ada' };

test('what an export says of itself is read as it was written', () => {
  expect(transferHead.parse(head('Acme'))).toEqual(head('Acme'));
  expect(transferPerson.parse(person)).toEqual(person);
});

test.each(['A\0', 'A\ud800'])('a name that no database holds is none: %j', (name) => {
  expect(transferHead.safeParse(head(name)).success).toBe(false);
  expect(transferPerson.safeParse({ ...person, name }).success).toBe(false);
});

// Whoever has one is written to, and messages that ask them name it.
test.each(['ada', 'a b@example.com', 'ada@example.com\0', `${'a'.repeat(70)}@example.com`])(
  '%j is no address of anybody',
  (email) => {
    expect(transferPerson.safeParse({ ...person, email }).success).toBe(false);
  },
);
