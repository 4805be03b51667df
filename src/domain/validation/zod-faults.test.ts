import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { boundedList, parsedByShape } from './shapes';
import { storedText } from './fields';
import { faultsOf, MAX_FAULTS } from './zod-faults';

/** The faults of a member `a` as `[type, msg, ...the location below it]`. */
function faults(schema: z.ZodType, value: unknown): unknown[] {
  const input = { a: value };
  const { error } = z.object({ a: schema }).safeParse(input);
  if (!error) return [];
  return faultsOf(error, 'body', input).map(({ loc, msg, type }) => {
    expect(loc.slice(0, 2)).toEqual(['body', 'a']);
    return [type, msg, ...loc.slice(2)];
  });
}

const STRING = ['string_type', 'Input should be a valid string'];
const INTEGER = [
  'int_parsing',
  'Input should be a valid integer, unable to parse string as an integer',
];
const BOOLEAN = ['bool_parsing', 'Input should be a valid boolean, unable to interpret input'];
const LIST = ['list_type', 'Input should be a valid list'];
const DICTIONARY = ['dict_type', 'Input should be a valid dictionary'];
const DATE = [
  'date_from_datetime_parsing',
  'Input should be a valid date or datetime, expected YYYY-MM-DD',
];
const MISSING = ['missing', 'Field required'];

const point = z.object({ kind: z.literal('point'), x: z.int() });
const name = z.object({ kind: z.literal('name'), text: z.string() });

describe('faultsOf', () => {
  it.each<[string, z.ZodType, unknown, unknown[]]>([
    ['an absent value', z.string(), undefined, [MISSING]],
    ['an absent value of a union', z.union([z.string(), z.int()]), undefined, [MISSING]],
    ['null for a string', z.string(), null, [STRING]],
    ['a number for a string', z.string(), 1, [STRING]],
    ['text for an integer', z.int(), 'x', [INTEGER]],
    ['a fraction for an integer', z.int(), 1.5, [INTEGER]],
    ['text coerced to an integer', z.coerce.number().int(), 'x', [INTEGER]],
    ['text for a boolean', z.boolean(), 'maybe', [BOOLEAN]],
    ['a word for a boolean text', z.stringbool(), 'maybe', [BOOLEAN]],
    ['an object for a list', z.array(z.string()), {}, [LIST]],
    ['a list for an object', z.object({}), [], [DICTIONARY]],
    ['text for a record', z.record(z.string(), z.string()), 'x', [DICTIONARY]],
    ['text for a UUID', z.uuid(), 'x', [['uuid_parsing', 'Input should be a valid UUID']]],
    ['text for a date', z.iso.date(), '2025-02-30', [DATE]],
    ['text for a date-time', z.iso.datetime(), 'now', [DATE]],
    [
      'a value outside an enumeration',
      z.enum(['a', 'b', 'c']),
      'd',
      [['enum', "Input should be 'a', 'b' or 'c'"]],
    ],
    ['a value outside a literal', z.literal('a'), 1, [['enum', "Input should be 'a'"]]],
    [
      'a value outside a union of literals',
      z.union([z.literal('a'), z.literal('b'), z.null()]),
      'c',
      [['enum', "Input should be 'a' or 'b'"]],
    ],
    [
      'a number too small',
      z.int().min(1),
      0,
      [['greater_than_equal', 'Input should be greater than or equal to 1']],
    ],
    [
      'a number too large',
      z.int().max(100),
      101,
      [['less_than_equal', 'Input should be less than or equal to 100']],
    ],
    [
      'a number at an open bound',
      z.int().gt(3),
      3,
      [['greater_than_equal', 'Input should be greater than or equal to 4']],
    ],
    [
      'a string too short',
      z.string().min(1),
      '',
      [['string_too_short', 'String should have at least 1 character']],
    ],
    [
      'a string too long',
      z.string().max(2),
      'abc',
      [['string_too_long', 'String should have at most 2 characters']],
    ],
    [
      'a list too long',
      z.array(z.int()).max(1),
      [1, 2],
      [['value_error', 'Value error, should have at most 1 items']],
    ],
    [
      'a NUL',
      storedText(9),
      'a\0',
      [['value_error', 'Value error, must not contain a NUL character']],
    ],
    [
      'a format of our own',
      z.email(),
      'x',
      [['value_error', 'Value error, Invalid email address']],
    ],
    [
      'a rule of our own',
      z.string().refine(() => false, 'is odd'),
      'x',
      [['value_error', 'Value error, is odd']],
    ],
    [
      'a rule with its own type',
      z.string().refine(() => false, { error: 'Input is odd', params: { type: 'enum' } }),
      'x',
      [['enum', 'Input is odd']],
    ],
    [
      'items and keys',
      z.record(z.string(), z.array(z.int())),
      { k: [1, 'x'] },
      [[...INTEGER, 'k', 1]],
    ],
    [
      'a key',
      z.record(z.string().max(1), z.int()),
      { long: 1 },
      [['string_too_long', 'String should have at most 1 character', 'long', '[key]']],
    ],
    [
      'the branch of a union that was meant',
      z.union([z.string(), z.object({ x: z.int() })]),
      { x: 'a' },
      [[...INTEGER, 'x']],
    ],
    [
      'the branch nearest',
      z.union([point, name]),
      { kind: 'name', text: 1 },
      [[...STRING, 'text']],
    ],
    ['the first branch when none is near', z.union([z.boolean(), z.string()]), 5, [BOOLEAN]],
    ['a nullable value by its other type', z.union([z.null(), z.string()]), 5, [STRING]],
    [
      'a discriminator',
      z.discriminatedUnion('kind', [point, name]),
      { kind: 'x' },
      [['enum', "Input should be 'point' or 'name'", 'kind']],
    ],
    [
      'a missing discriminator',
      z.discriminatedUnion('kind', [point, name]),
      {},
      [[...MISSING, 'kind']],
    ],
    [
      'every part',
      z.object({ x: z.int(), y: z.string() }),
      { y: 1 },
      [
        [...MISSING, 'x'],
        [...STRING, 'y'],
      ],
    ],
    ['a list that is bounded', boundedList(point, 2), [{ kind: 'point' }], [[...MISSING, 0, 'x']]],
    ['a bounded list of another type', boundedList(point, 2), 'x', [LIST]],
    ['a bounded list that is absent', boundedList(point, 2), undefined, [MISSING]],
    [
      'a bounded list too long',
      boundedList(point, 2),
      [1, 2, 3],
      [['value_error', 'Value error, at most 2 items are accepted']],
    ],
    [
      'the object that was meant',
      parsedByShape([point, name], (value, [first, second]) => ('text' in value ? second : first)),
      { kind: 'name', text: 1 },
      [[...STRING, 'text']],
    ],
    ['what is no object at all', parsedByShape([point, name], () => name), 'x', [DICTIONARY]],
  ])('names %s', (_, schema, value, expected) => {
    expect(faults(schema, value)).toEqual(expected);
  });

  it('starts from where the input came', () => {
    const input = { page: 'x' };
    const { error } = z.object({ page: z.int(), size: z.int().optional() }).safeParse(input);
    expect(error && faultsOf(error, 'query', input)).toMatchObject([
      { loc: ['query', 'page'], type: 'int_parsing' },
    ]);
  });

  it('names a body that is no object', () => {
    const { error } = z.object({}).safeParse([]);
    expect(error && faultsOf(error, 'body', [])).toEqual([
      { loc: ['body'], msg: DICTIONARY[1], type: 'dict_type' },
    ]);
  });

  it('shows keys that the caller chose so that they can be stored', () => {
    expect(faults(z.record(z.string(), z.int()), { 'a\0\ud800': 'x' })).toEqual([
      [...INTEGER, 'a\ufffd\ufffd'],
    ]);
    expect(faults(z.record(z.string(), z.int()), { ['k'.repeat(9_999)]: 'x' })).toEqual([
      [...INTEGER, 'k'.repeat(128)],
    ]);
  });

  it('stops at its limit', () => {
    const input = Array.from({ length: 3 * MAX_FAULTS }, () => 1);
    const { error } = z.array(z.string()).safeParse(input);
    expect(error && faultsOf(error, 'body', input)).toHaveLength(MAX_FAULTS);
  });
});
