import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConfigurationError } from '@/env';
import { openDatabase } from '@/server/platform/db/db';
import { failureText } from './failure-text';

const taken = createServer();
beforeAll(() => new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise<void>((resolve) => taken.close(() => resolve())));

test('what the operator can mend is said without a stack', () => {
  expect(failureText(new ConfigurationError('PORT: wants a port'))).toBe('PORT: wants a port');
});

test('a port that is taken is named with the variables that choose it', async () => {
  const second = createServer();
  const error = await new Promise((resolve) =>
    second.once('error', resolve).listen(taken.address()),
  );
  expect(failureText(error)).toMatch(/^The service cannot listen \(.*EADDRINUSE.*PORT.*free\.$/);
});

test('a database that is not there is named with its variable, and without its password', async () => {
  const connectionString = 'postgres://ada:s3cret@localhost:1/eventide';
  const db = openDatabase({ connection: { connectionString } });
  const error: unknown = await db.pool.connect().catch((reason: unknown) => reason);
  await db.close();
  const text = failureText(error);
  expect(text).toMatch(/^The database that DATABASE_URL names cannot be reached: .*ECONNREFUSED/);
  expect(text).not.toMatch(/s3cret|\n/);
});

test('of what nobody foresaw, everything is said', () => {
  expect(failureText(new TypeError('x is not a function'))).toContain('failure-text.test.ts');
});
