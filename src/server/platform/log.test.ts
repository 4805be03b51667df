import { expect, test } from 'vitest';
import { generateSecret } from '@/domain/api-key/api-key';
import { createLogger } from './log';
import { LOG_EVENTS, LOG_FIELDS, type LogEvent } from './log-fields';

const SECRET = 'hunter2hunter2hunter2';

function capture(log: (logger: ReturnType<typeof createLogger>) => void): string {
  let written = '';
  const destination = {
    write: (line: string) => {
      written += line;
    },
  };
  log(createLogger('info', destination));
  return written;
}

test('events are JSON lines with a named level and an ISO time', () => {
  const line: unknown = JSON.parse(capture((logger) => logger.info({ status: 200 }, 'request')));
  expect(line).toEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    status: 200,
    msg: 'request',
  });
});

test('fields that are not documented are not written, whatever the types were told', () => {
  const headers = { authorization: 'ApiKey hunter2', cookie: 'session=hunter2' };
  const given = { ...headers, headers, password: 'hunter2', env: { authSecret: 'hunter2' } };
  const line = capture((logger) => {
    const event = { event: 'request', ...given } as const;
    logger.info(event, 'said');
  });
  expect(line).not.toContain('hunter2');
  expect(JSON.parse(line)).toEqual({
    ...{ level: 'info', time: expect.any(String), event: 'request', msg: 'said' },
  });
});

test.each([
  `postgres://eventide:${SECRET}@db.example.com:5432/eventide`,
  `postgres://eventide:p@${SECRET}@db.example.com:5432/eventide`,
  `smtps://:${SECRET}@mail.example.com`,
  `https://${SECRET}@registry.example.com/npm/`,
  `Authorization: Bearer ${SECRET}`,
  `authorization: ApiKey ${SECRET}`,
  `Authorization: Basic ${SECRET}==`,
  `https://eventide.example.com/feeds/${generateSecret('feedToken').text}/calendar.ics`,
])('secrets are taken out wherever they come into a line: %s', (text) => {
  const secret = /(?:ev[a-z]_[A-Za-z0-9]{8}_)([\w-]+)/.exec(text)?.[1] ?? SECRET;
  const cause = new Error(`could not ask ${text}`);
  const lines = capture((logger) => {
    logger.info(text);
    logger.info({ path: text, reason: text, caller: { id: text } }, text);
    logger.error({ err: new Error(text, { cause }) });
    logger.error(cause);
  });
  expect(lines.trimEnd().split('\n')).toHaveLength(4);
  expect(lines).not.toContain(secret);
});

test('an event without a message says what it is', () => {
  // `keys` forgets which names these are.
  for (const event of Object.keys(LOG_EVENTS) as LogEvent[]) {
    const line: unknown = JSON.parse(capture((logger) => logger.warn({ event, code: 'x' })));
    expect(line).toMatchObject({ event, code: 'x', msg: LOG_EVENTS[event] });
  }
});

test('every field says in words what it is, and is not named as a secret is', () => {
  for (const [name, meaning] of Object.entries(LOG_FIELDS)) {
    expect(meaning.length).toBeGreaterThan(5);
    expect(name).not.toMatch(/password|secret|token|cookie|authorization|headers?$|body|apiKey/i);
  }
});

test('an error is written with its causes, and without the row that a database error quotes', () => {
  const cause = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (name)=(hunter2) already exists.',
  });
  const line = capture((logger) => logger.error({ err: new Error('outer', { cause }) }));
  expect(line).not.toContain('hunter2');
  expect(JSON.parse(line)).toMatchObject({
    err: { type: 'Error', message: 'outer', cause: { message: 'duplicate key', code: '23505' } },
  });
});

test('of a cause that is no error the words of a program are written, and not the row in it', () => {
  // As Prisma's adapter throws what it has no name of its own for.
  const driver = {
    ...{ kind: 'postgres', code: '23514', originalCode: '23514', severity: 'ERROR' },
    message: 'new row violates check constraint',
    detail: 'Failing row contains (hunter2).',
  };
  const error = Object.assign(new Error('postgres', { cause: driver }), {
    name: 'DriverAdapterError',
  });
  const line = capture((logger) => {
    logger.error({ err: error });
    logger.error({ err: driver }, 'request failed');
  });
  expect(line).not.toContain('hunter2');
  const cause = { kind: 'postgres', code: '23514', originalCode: '23514' };
  const [first, second] = line.trimEnd().split('\n');
  expect(JSON.parse(first ?? '')).toMatchObject({ err: { type: 'DriverAdapterError', cause } });
  expect(JSON.parse(second ?? '')).toMatchObject({ err: cause });
});

test('the arguments that Prisma quotes are not written', () => {
  const error = new Error(
    'Invalid `prisma.note.create()` invocation:\n\n{\n  data: { content: "hunter2" }\n}\n\nArgument `id` is missing.',
  );
  error.name = 'PrismaClientValidationError';
  const line = capture((logger) => {
    logger.error({ err: error });
    logger.error(error);
    logger.error({ err: error }, 'request failed');
  });
  expect(line.split('\n')).toHaveLength(4);
  expect(line).not.toContain('hunter2');
  expect(line).toContain('Argument `id` is missing.');
});
