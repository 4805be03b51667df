import { expect, test } from 'vitest';
import { createLogger } from '@/server/platform/log';
import { giveTurns } from './turns';

const failure = 'it was not done';

function logging() {
  let text = '';
  const logger = createLogger('trace', { write: (line) => (text += line) });
  const lines = () =>
    text.split('\n').flatMap((line): unknown[] => (line ? [JSON.parse(line)] : []));
  return { logger, lines };
}

test('each has its turn, one after the other, and those that fail are counted and logged', async () => {
  const { logger, lines } = logging();
  const taken: string[] = [];
  const turns = ['a', 'b', 'c', 'd'].map((organizationId) => ({
    ...{ organizationId, rule: `rule of ${organizationId}` },
  }));
  const take = async (id: string, { rule }: { readonly rule: string }) => {
    taken.push(`${id} begins`);
    await Promise.resolve();
    if (id === 'a' || id === 'c') throw new Error(`${rule} is broken`);
    taken.push(`${id} ends`);
  };
  const about = ({ rule }: { readonly rule: string }) => ({ ruleId: rule });
  const given = await giveTurns({ logger }, turns, take, { failure, about });
  expect(given).toEqual({ failed: 2 });
  expect(taken).toEqual(['a begins', 'b begins', 'b ends', 'c begins', 'd begins', 'd ends']);
  expect(lines()).toMatchObject([
    { level: 'error', msg: failure, organizationId: 'a', ruleId: 'rule of a' },
    { msg: failure, organizationId: 'c', err: { message: 'rule of c is broken' } },
  ]);
});

test('one that fails before it waits for anything keeps no other from its turn either', async () => {
  const { logger, lines } = logging();
  const taken: string[] = [];
  const take = (id: string) => {
    if (id === 'a') throw new Error('at once');
    taken.push(id);
    return Promise.resolve();
  };
  const given = await giveTurns({ logger }, ['a', 'b'], take, { failure, level: 'warn' });
  expect(given).toEqual({ failed: 1 });
  expect(taken).toEqual(['b']);
  expect(lines()).toMatchObject([{ level: 'warn', organizationId: 'a' }]);
});

test('no more are under way than may be', async () => {
  const { logger } = logging();
  let underWay = 0;
  let most = 0;
  const take = async () => {
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise((resolve) => setImmediate(resolve));
    underWay -= 1;
  };
  const all = Array.from({ length: 9 }, (_, number) => String(number));
  await giveTurns({ logger }, all, take, { failure, atOnce: 3 });
  expect(most).toBe(3);
});

test('what is broken off has failed nowhere: no turn begins any more, and those under way are waited for', async () => {
  const { logger, lines } = logging();
  const stopping = new AbortController();
  const { signal } = stopping;
  const ended: string[] = [];
  const take = async (id: string) => {
    if (id === 'a') stopping.abort(new Error('the process ends'));
    await new Promise((resolve) => setImmediate(resolve));
    ended.push(id);
    signal.throwIfAborted();
  };
  const given = giveTurns({ logger }, ['a', 'b', 'c'], take, { failure, atOnce: 2, signal });
  await expect(given).rejects.toThrow('the process ends');
  expect(ended).toEqual(['a']);
  expect(lines()).toEqual([]);
});
