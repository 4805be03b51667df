import { expect, test } from 'vitest';
import { DomainError } from '@/domain/errors';
import { asDomainError, isOutOfRoom, isValueRefusal } from './connection-errors';

const codeOf = (error: unknown) => {
  const found = asDomainError(error);
  return found instanceof DomainError ? found.code : null;
};

test.each([
  ['with its name', { constraint: 'project_organization_id_fkey' }],
  [
    'without it, as another machine says it',
    {
      message:
        'insert or update on table "project_102008" violates foreign key constraint "project_organization_id_fkey_102008"',
    },
  ],
  [
    'by Prisma',
    {
      code: 'P2003',
      cause: {
        originalCode: '23503',
        originalMessage: '… violates foreign key constraint "api_key_organization_id_fkey_102031"',
      },
    },
  ],
])('a row for an organization that is gone: %s', (_, error) => {
  expect(codeOf({ code: '23503', ...error })).toBe('not_found');
});

test('another foreign key is another fault', () => {
  const error = {
    code: '23503',
    message: 'violates foreign key constraint "finding_organization_id_software_id_fkey"',
  };
  expect(asDomainError(error)).toBe(error);
});

test.each([
  ['53100', 'a full disk'],
  ['53200', 'no memory'],
  ['53300', 'no connection left'],
  ['58030', 'files that cannot be written'],
  ['25006', 'a server that takes no changes'],
  ['57P03', 'one that starts'],
])('%s, %s, is a database that is away: nobody else is at fault', (code) => {
  expect(codeOf({ code })).toBe('unavailable');
  expect(
    codeOf({ code: 'P2010', meta: { driverAdapterError: { cause: { originalCode: code } } } }),
  ).toBe('unavailable');
});

test.each([
  ['another password', { code: '28P01', message: 'password authentication failed for user "x"' }],
  ['a database that is not there', { code: '3D000', message: 'database "x" does not exist' }],
  [
    'a database that lets nobody in',
    { code: '55000', message: 'database "x" is not currently accepting connections' },
  ],
  ['by Prisma', { code: 'P2010', cause: { originalCode: '28000', originalMessage: 'no entry' } }],
])('a server that lets nobody in is not available: %s', (_, error) => {
  expect(codeOf(error)).toBe('unavailable');
});

test('an object in another state than a statement needs is no such server', () => {
  expect(codeOf({ code: '55000', message: 'cannot refresh a view' })).toBeNull();
});

test.each([
  ['its state', { code: '53300' }],
  ['what Prisma makes of its state', { code: 'P2010', cause: { originalCode: '53300' } }],
  ['the kind that Prisma names', { cause: { kind: 'TooManyConnections' } }],
  ['Prisma’s code', { code: 'P2037' }],
  ['an error of ours', new DomainError('unavailable', 'away', { cause: { code: '53100' } })],
])('a server without room is there, by %s', (_, error) => {
  expect(isOutOfRoom(error)).toBe(true);
});

test.each(['57P01', '57P03', '08006', '25006', 'ECONNREFUSED', 'P1001'])(
  'one that says %s, or does not answer, may not be',
  (code) => {
    expect(isOutOfRoom({ code })).toBe(false);
  },
);

const INDEX_ROW = 'index row size 3088 exceeds btree version 4 maximum 2704 for index "one"';

const ofAdapter = (originalCode: string, originalMessage = INDEX_ROW) => ({
  ...{ code: 'P2010', meta: { driverAdapterError: { cause: { originalCode, originalMessage } } } },
});

test.each([
  { code: '54000', message: INDEX_ROW },
  { code: '54000', message: 'Indexzeile zu lang', constraint: 'one' },
  { code: '22001' },
  { code: 'P2000' },
  ofAdapter('54000'),
])('what is too long to be kept, %j, is the fault of whoever gave it', (error) => {
  expect(codeOf(error)).toBe('invalid');
  // Also once it has become an error of ours.
  expect([error, asDomainError(error)].map(isValueRefusal)).toEqual([true, true]);
});

test('what is too long is so too where a page asks, whose bundle has a class of its own for errors of ours', () => {
  const ours = { name: 'DomainError', code: 'invalid', cause: { code: '22001' } };
  expect(isValueRefusal(Object.assign(new Error('Validation failed'), ours))).toBe(true);
});

test.each([
  'database is not accepting commands that assign new transaction IDs to avoid wraparound data loss',
  'too many notifications in the NOTIFY queue',
])('a server that says "%s" is nobody’s fault who asks', (message) => {
  for (const error of [{ code: '54000', message }, ofAdapter('54000', message)]) {
    expect(codeOf(error)).toBeNull();
    expect(isValueRefusal(error)).toBe(false);
  }
});

test.each(['22P02', '22012', '54001', '54023'])(
  '%s may be of a statement that is wrong',
  (code) => {
    expect(codeOf({ code })).toBeNull();
  },
);
