import { expect, test } from 'vitest';
import { createLogger } from './log';

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

test('credentials in headers are not written', () => {
  const headers = {
    authorization: 'ApiKey hunter2',
    cookie: 'session=hunter2',
    'set-cookie': 'session=hunter2',
    'x-api-key': 'hunter2',
    accept: '*/*',
  };
  const line = capture((logger) => {
    logger.info({ ...headers, headers, req: { headers }, request: { headers }, res: { headers } });
  });
  expect(line).not.toContain('hunter2');
  expect(line).toContain('*/*');
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
