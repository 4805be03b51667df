import type { z } from 'zod';
import type { Fault } from '@/domain/errors';
import { NUL_MESSAGE } from './fields';
import { lineOfOthers } from './foreign-text';
import { valueAt } from './issues';

type Issue = z.core.$ZodIssue;

/** More faults than this help nobody who reads them in one sentence. */
const MAX_FAULTS = 20;
/** With the ellipsis of what is cut. */
const MAX_SHOWN_LENGTH = 65;

/**
 * The faults of a JSON body in one line, each as where it is, what it is, what was expected and what was
 * received: `component.ecosystem: invalid enum value. expected 'npm' | 'pypi', received 'x'`.
 * Source: the contract of the check endpoint, which shows this one; the others follow it.
 *
 * @param input what was parsed
 * @param root the keys that lead to the body in it; they are not shown
 */
export function bodyFaultText(
  error: z.ZodError,
  input: unknown,
  root: readonly PropertyKey[],
): string {
  const faults = error.issues.slice(0, MAX_FAULTS).map((issue) => {
    const loc = issue.path.slice(root.length).map(String);
    return faultLine(loc, wordsOf(issue, valueAt(input, issue.path)));
  });
  const rest = error.issues.length - faults.length;
  return faults.join('; ') + (rest > 0 ? `; and ${String(rest)} more` : '');
}

/** The faults that reading a body ended with, in one line. */
export function faultsInOneLine(faults: readonly Fault[]): string {
  return faults.map(({ loc, msg }) => faultLine(loc.slice(1).map(String), msg)).join('; ');
}

function faultLine(loc: readonly string[], words: string): string {
  return `${loc.join('.') || 'body'}: ${words}`;
}

function wordsOf(issue: Issue, value: unknown): string {
  switch (issue.code) {
    case 'custom':
      return issue.message === NUL_MESSAGE && typeof value === 'string'
        ? `invalid string. expected text without NUL characters, received ${shown(value)}`
        : issue.message;
    case 'invalid_value': {
      const expected = issue.values.map((one) => `'${String(one)}'`).join(' | ');
      return typeof value === 'string'
        ? `invalid enum value. expected ${expected}, received ${shown(value)}`
        : typeFault(expected, value);
    }
    case 'invalid_type':
      return typeFault(issue.expected, value);
    case 'too_small':
      return boundFault('short', 'least', issue, value);
    case 'too_big':
      return boundFault('long', 'most', issue, value);
    default:
      return `${issue.message}. received ${nameOfType(value)}`;
  }
}

function typeFault(expected: string, value: unknown): string {
  const fault = value === undefined ? 'required' : 'invalid type';
  return `${fault}. expected ${expected}, received ${nameOfType(value)}`;
}

function boundFault(
  what: 'short' | 'long',
  side: 'least' | 'most',
  issue: Extract<Issue, { code: 'too_small' | 'too_big' }>,
  value: unknown,
): string {
  const bound = Number(issue.code === 'too_small' ? issue.minimum : issue.maximum);
  const one = issue.origin === 'array' ? 'item' : 'character';
  const unit = bound === 1 ? one : `${one}s`;
  const length = typeof value === 'string' || Array.isArray(value) ? value.length : 0;
  return `too ${what}. expected at ${side} ${String(bound)} ${unit}, received ${String(length)}`;
}

function nameOfType(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** A text that a caller sent, fit for one line. */
function shown(text: string): string {
  return `'${lineOfOthers(text, MAX_SHOWN_LENGTH)}'`;
}
