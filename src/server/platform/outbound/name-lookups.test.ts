import type { LookupAddress } from 'node:dns';
import { beforeEach, expect, test } from 'vitest';
import { createLookUps, type Resolve } from './name-lookups';

const ADDRESS: LookupAddress = { address: '198.51.100.1', family: 4 };
const CALLER_MS = 10_000;
const JOIN_MS = 4_000;

let nowMs: number;
/** What the system looks up now, in order. */
let asked: { readonly name: string; readonly answer: Parameters<Resolve>[2] }[];
let lookUp: Resolve;
/** What came of what was asked for, in order. */
let told: string[];

beforeEach(() => {
  nowMs = 0;
  asked = [];
  told = [];
  const system: Resolve = (name, _options, answer) => asked.push({ name, answer });
  lookUp = createLookUps(system, { callerMs: CALLER_MS, joinMs: JOIN_MS, nowMs: () => nowMs });
});

function ask(...names: string[]): void {
  for (const name of names)
    lookUp(name, { all: true }, (err, addresses) => {
      told.push(`${name} ${err ? String(err.code) : addresses.map((one) => one.address).join()}`);
    });
}
const names = () => asked.map(({ name }) => name);
/** Has the system answer what it looks up. */
function answer(err: NodeJS.ErrnoException | null = null): void {
  asked.shift()?.answer(err, err ? [] : [ADDRESS]);
}
const notFound = () => Object.assign(new Error('there is no such name'), { code: 'ENOTFOUND' });
const nextTick = () => new Promise((resolve) => setImmediate(resolve));

test('one name is looked up at a time, in the order in which they were asked for', () => {
  ask('a.example', 'b.example', 'c.example');
  expect(names()).toEqual(['a.example']);
  answer();
  expect(names()).toEqual(['b.example']);
  answer(notFound());
  answer();
  expect(told).toEqual(['a.example 198.51.100.1', 'b.example ENOTFOUND', 'c.example 198.51.100.1']);
  expect(names()).toEqual([]);
});

test('who asks for a name that is looked up, or waits for it, waits with the first', () => {
  ask('a.example', 'b.example', 'A.example', 'b.example');
  answer();
  answer();
  expect(told).toHaveLength(4);
  expect(asked).toEqual([]);
  // Each question is one of its own once the one before is over.
  ask('a.example');
  expect(names()).toEqual(['a.example']);
});

test('a name that does not answer is refused to whoever asks next, at once, and is asked for no second time', async () => {
  ask('dead.example');
  nowMs += JOIN_MS;
  ask('dead.example', 'dead.example');
  await nextTick();
  expect(told).toEqual(['dead.example EAI_AGAIN', 'dead.example EAI_AGAIN']);
  expect(names()).toEqual(['dead.example']);
});

test('names that were slow come behind all others, until they are not', () => {
  ask('dead.example');
  nowMs += 30_000;
  answer(notFound());
  ask('a.example', 'dead.example', 'b.example', 'c.example');
  for (const name of ['a.example', 'b.example', 'c.example', 'dead.example']) {
    expect(names()).toEqual([name]);
    answer();
  }
  ask('a.example', 'dead.example', 'b.example');
  answer();
  expect(names()).toEqual(['dead.example']);
});

test('what nobody waits for any more is not begun', () => {
  ask('dead.example', 'late.example', 'joined.example');
  nowMs += CALLER_MS - 1;
  ask('joined.example', 'a.example');
  nowMs += 1;
  answer(notFound());
  expect(told).toEqual(['dead.example ENOTFOUND', 'late.example EAI_AGAIN']);
  expect(names()).toEqual(['joined.example']);
  answer();
  answer();
  expect(told.slice(2)).toEqual([
    'joined.example 198.51.100.1',
    'joined.example 198.51.100.1',
    'a.example 198.51.100.1',
  ]);
});

test('who asks again as soon as a name was not found is heard, and no two are looked up at a time', () => {
  ask('dead.example');
  lookUp('late.example', { all: true }, () => ask('again.example'));
  ask('other.example');
  nowMs += CALLER_MS;
  answer(notFound());
  expect(names()).toEqual(['again.example']);
  answer();
  expect(told).toEqual([
    'dead.example ENOTFOUND',
    'other.example EAI_AGAIN',
    'again.example 198.51.100.1',
  ]);
});
