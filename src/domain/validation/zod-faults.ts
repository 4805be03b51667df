import type { z } from 'zod';
import type { Fault } from '@/domain/errors';
import { unionBranch, unionValues, valueAt } from './issues';

type Issue = z.core.$ZodIssue;
type Loc = readonly (string | number)[];

/** More faults than this help nobody and would cost a megabyte of answer. */
export const MAX_FAULTS = 1_000;

/**
 * Translates a schema's issues into faults in pydantic v2's vocabulary, in the schema's order and at most
 * {@link MAX_FAULTS}. A custom issue is a `value_error`, unless its `params.type` names another type; then
 * its message stands as it is.
 *
 * @param root where the input came from: the first part of each location
 * @param input what was parsed; it tells a missing value from one of the wrong type
 */
export function faultsOf(
  error: z.ZodError,
  root: 'body' | 'query' | 'path',
  input: unknown,
): Fault[] {
  const faults: Fault[] = [];
  for (const issue of error.issues) {
    if (faults.length >= MAX_FAULTS) break;
    faults.push(...faultsOfIssue(issue, [root], input));
  }
  return faults.slice(0, MAX_FAULTS);
}

/** @param input the value that the issue's path starts from */
function faultsOfIssue(issue: Issue, base: Loc, input: unknown): Fault[] {
  const path = issue.path.map((key) => (typeof key === 'number' ? key : shownKey(String(key))));
  const loc = [...base, ...path];
  const value = valueAt(input, issue.path);
  if (value === undefined && issue.code !== 'custom')
    return [{ loc, msg: 'Field required', type: 'missing' }];
  switch (issue.code) {
    case 'invalid_union': {
      const values = unionValues(issue);
      if (values) return [{ loc, ...enumFault(values) }];
      return unionBranch(issue).flatMap((inner) => faultsOfIssue(inner, loc, value));
    }
    case 'invalid_key':
      return issue.issues.flatMap((inner) => faultsOfIssue(inner, [...loc, '[key]'], path.at(-1)));
    case 'invalid_element':
      return issue.issues.flatMap((inner) => faultsOfIssue(inner, loc, issue.input));
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({
        loc: [...loc, shownKey(key)],
        msg: 'Extra inputs are not permitted',
        type: 'extra_forbidden',
      }));
    default:
      return [{ loc, ...faultOf(issue) }];
  }
}

const MAX_KEY_LENGTH = 128;

/** A key that the caller chose, fit for an answer and for a column of text: faults are kept. */
function shownKey(key: string): string {
  return key.slice(0, MAX_KEY_LENGTH).toWellFormed().replaceAll('\0', '\u{fffd}');
}

type SingleIssue = Exclude<Issue, { code: 'invalid_union' | 'invalid_key' | 'invalid_element' }>;
type Meaning = Pick<Fault, 'msg' | 'type'>;

function faultOf(issue: SingleIssue): Meaning {
  switch (issue.code) {
    case 'invalid_type':
      return typeFault(issue.expected);
    case 'invalid_value':
      return 'expected' in issue && issue.expected === 'stringbool'
        ? typeFault('boolean')
        : enumFault(issue.values);
    case 'invalid_format':
      return formatFault(issue.format, issue.message);
    case 'too_small':
      return boundFault('least', issue.origin, Number(issue.minimum), issue.inclusive ?? true);
    case 'too_big':
      return boundFault('most', issue.origin, Number(issue.maximum), issue.inclusive ?? true);
    case 'not_multiple_of':
      return typeFault('int');
    case 'unrecognized_keys':
      return valueFault(issue.message);
    case 'custom':
      return customFault(issue);
  }
}

/** The fault of a value that is not of the type that a schema expects, by the schema's name for it. */
function typeFault(expected: string): Meaning {
  switch (expected) {
    case 'string':
      return { msg: 'Input should be a valid string', type: 'string_type' };
    case 'number':
    case 'int':
    case 'bigint':
    case 'nan':
      return {
        msg: 'Input should be a valid integer, unable to parse string as an integer',
        type: 'int_parsing',
      };
    case 'boolean':
      return {
        msg: 'Input should be a valid boolean, unable to interpret input',
        type: 'bool_parsing',
      };
    case 'array':
    case 'tuple':
    case 'set':
      return { msg: 'Input should be a valid list', type: 'list_type' };
    case 'object':
    case 'record':
    case 'map':
      return { msg: 'Input should be a valid dictionary', type: 'dict_type' };
    case 'date':
      return DATE_FAULT;
    default:
      return valueFault(`expected ${expected}`);
  }
}

const DATE_FAULT: Meaning = {
  msg: 'Input should be a valid date or datetime, expected YYYY-MM-DD',
  type: 'date_from_datetime_parsing',
};

function formatFault(format: string, message: string): Meaning {
  if (format === 'uuid' || format === 'guid')
    return { msg: 'Input should be a valid UUID', type: 'uuid_parsing' };
  if (format === 'date' || format === 'datetime') return DATE_FAULT;
  return valueFault(message);
}

function boundFault(
  side: 'least' | 'most',
  origin: string,
  bound: number,
  inclusive: boolean,
): Meaning {
  const count = `at ${side} ${String(bound)}`;
  if (origin === 'string') {
    return {
      msg: `String should have ${count} ${bound === 1 ? 'character' : 'characters'}`,
      type: side === 'least' ? 'string_too_short' : 'string_too_long',
    };
  }
  if (origin === 'number' || origin === 'int' || origin === 'bigint') {
    const nearest = inclusive ? bound : bound + (side === 'least' ? 1 : -1);
    return side === 'least'
      ? {
          msg: `Input should be greater than or equal to ${String(nearest)}`,
          type: 'greater_than_equal',
        }
      : {
          msg: `Input should be less than or equal to ${String(nearest)}`,
          type: 'less_than_equal',
        };
  }
  return valueFault(`should have ${count} items`);
}

function enumFault(values: readonly unknown[]): Meaning {
  const names = values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value)));
  const last = names.at(-1) ?? '';
  const list = names.length > 1 ? `${names.slice(0, -1).join(', ')} or ${last}` : last;
  return { msg: `Input should be ${list}`, type: 'enum' };
}

function customFault(issue: z.core.$ZodIssueCustom): Meaning {
  const type: unknown = issue.params?.type;
  return typeof type === 'string' ? { msg: issue.message, type } : valueFault(issue.message);
}

function valueFault(message: string): Meaning {
  return { msg: `Value error, ${message}`, type: 'value_error' };
}
