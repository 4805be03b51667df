import { expect, test } from 'vitest';
import { newKeySchema } from './schema';

const entered = { name: ' CI ', role: 'scanner', expires: 'never', day: '' };

test('a name is trimmed, and no day is asked for where none is needed', () => {
  expect(newKeySchema.parse(entered)).toEqual({ ...entered, name: 'CI' });
});

test('a missing name and a missing day are said at once', () => {
  const { error } = newKeySchema.safeParse({ ...entered, name: ' ', expires: 'day' });
  expect(error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
    ['name', 'Enter a name'],
    ['day', 'Choose a day'],
  ]);
});
