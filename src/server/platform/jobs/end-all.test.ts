import { expect, test } from 'vitest';
import { RecordingLogger } from '@/test/recordings';
import { endAll } from './end-all';

const never = () => new Promise<void>(() => undefined);

test('what cannot be ended keeps nothing else from its end, and what takes too long is named and left', async () => {
  const logger = new RecordingLogger();
  const ended: string[] = [];
  let isLate = false;
  const stops = {
    failing: () => Promise.reject(new Error('no')),
    throwing: () => {
      throw new Error('at once');
    },
    hanging: (late: AbortSignal) => {
      late.addEventListener('abort', () => {
        isLate = true;
      });
      return never();
    },
    slow: async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      ended.push('slow');
    },
  };
  await endAll(stops, { withinMs: 200, logger });
  expect(ended).toEqual(['slow']);
  expect(isLate).toBe(true);
  expect(logger.lines.map(({ level, fields }) => [level, fields])).toEqual([
    ['error', { what: 'throwing', err: expect.objectContaining({ message: 'at once' }) }],
    ['error', { what: 'failing', err: expect.objectContaining({ message: 'no' }) }],
    ['warn', { what: ['hanging'] }],
  ]);
});

test('nothing is waited for, and nothing said, where all has ended', async () => {
  const logger = new RecordingLogger();
  await endAll({ quick: () => Promise.resolve() }, { withinMs: 600_000, logger });
  await endAll({}, { withinMs: 600_000, logger });
  expect(logger.lines).toEqual([]);
});

test('in a hurry nothing is waited for any longer', async () => {
  const logger = new RecordingLogger();
  const hurry = new AbortController();
  const ending = endAll({ hanging: never }, { withinMs: 600_000, logger, hurry: hurry.signal });
  hurry.abort();
  await ending;
  await endAll({ hanging: never }, { withinMs: 600_000, logger, hurry: hurry.signal });
  expect(logger.messages('warn')).toHaveLength(2);
});
