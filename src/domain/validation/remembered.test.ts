import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { madeOnce, remembered } from './remembered';

const item = z.object({ name: z.string(), count: z.number().nullish() });
const LIMITS = { maxChars: 60, maxValues: 10, maxCharsEach: 40 };
const named = (name: string) => ({ name });

describe('remembered', () => {
  test('reads what says the same as the same object', () => {
    const schema = remembered(item, LIMITS);
    const first = schema.parse({ name: 'zlib', unknown: 1 });
    expect(first).toEqual({ name: 'zlib' });
    expect(schema.parse({ name: 'zlib', unknown: 1 })).toBe(first);
    expect(schema.parse({ name: 'zlib', unknown: 2 })).not.toBe(first);
  });

  test('refuses what is wrong each time, with its place', () => {
    const list = z.array(remembered(item, LIMITS));
    const good = list.parse([named('zlib')]);
    for (let turn = 0; turn < 2; turn += 1) {
      const { error } = list.safeParse([named('zlib'), { name: 7 }, 'zlib', null]);
      expect(error?.issues.map(({ path }) => path)).toEqual([[1, 'name'], [2], [3]]);
    }
    expect(list.parse([named('zlib')])[0]).toBe(good[0]);
  });

  test('reads each time what says much', () => {
    const schema = remembered(item, LIMITS);
    const long = named('z'.repeat(LIMITS.maxCharsEach));
    expect(schema.parse(long)).toEqual(long);
    expect(schema.parse(long)).not.toBe(schema.parse(long));
  });

  test('forgets what came longest ago', () => {
    const schema = remembered(item, LIMITS);
    const [one, two] = [schema.parse(named('a'.repeat(15))), schema.parse(named('b'.repeat(15)))];
    // Asked for once more, the first is no longer the oldest.
    expect(schema.parse(named('a'.repeat(15)))).toBe(one);
    schema.parse(named('c'.repeat(15)));
    expect(schema.parse(named('a'.repeat(15)))).toBe(one);
    expect(schema.parse(named('b'.repeat(15)))).not.toBe(two);
  });

  test('keeps no more values than it may, however short they are', () => {
    const schema = remembered(z.object({}), { ...LIMITS, maxValues: 3 });
    const texts = [{}, { a: 1 }, { b: 1 }, { c: 1 }];
    const [first, ...others] = texts.map((text) => schema.parse(text));
    expect(texts.slice(1).map((text) => schema.parse(text))).toEqual(others);
    expect(schema.parse({ c: 1 })).toBe(others[2]);
    expect(schema.parse({})).not.toBe(first);
  });

  test('is documented as what it reads', () => {
    const schema = item.meta({ title: 'Item' });
    const { $schema: _, ...described } = z.toJSONSchema(schema, { io: 'input' });
    expect(z.toJSONSchema(remembered(schema, LIMITS), { io: 'input' })).toMatchObject(described);
  });
});

describe('madeOnce', () => {
  test('makes once what is made of a value that is remembered, and each time of others', () => {
    const schema = remembered(item, LIMITS);
    const make = vi.fn(({ name }: { name: string }) => ({ upper: name.toUpperCase() }));
    const made = madeOnce(make);
    const value = schema.parse(named('zlib'));
    expect(made(value)).toEqual({ upper: 'ZLIB' });
    expect(made(value)).toBe(made(schema.parse(named('zlib'))));
    expect(make).toHaveBeenCalledTimes(1);
    const other = named('zlib');
    expect(made(other)).not.toBe(made(other));
    for (const letter of 'abcd') schema.parse(named(letter.repeat(15)));
    expect(made(value)).not.toBe(made(value));
  });
});
