import { describe, expect, it } from 'vitest';
import type { PolicyBody } from '@/features/policy/types';
import { policySentence, productWords, sentenceText } from './words';

const NOTHING: PolicyBody = {
  policy_scope: 'global',
  policy_type: 'EOL',
  warn_date: null,
  deny_date: null,
  warn_days: null,
  deny_days: null,
  product_name: null,
  project_name: null,
  cycle: null,
  cycle_operator: null,
  notary_policy_json: null,
};

const of = (fields: Partial<PolicyBody>) => sentenceText({ ...NOTHING, ...fields });

describe('who and what', () => {
  const warning = { warn_days: 90 };
  const software = { policy_scope: 'software', product_name: 'Node.js', cycle: '18' } as const;
  it.each([
    [{}, 'Builds of any project warn 90 days before the end of any product.'],
    [
      { policy_scope: 'project', project_name: 'github//acme/shop' },
      'Builds of acme/shop warn 90 days before the end of any product.',
    ],
    [
      { policy_scope: 'project', project_name: 'legacy' },
      'Builds of legacy warn 90 days before the end of any product.',
    ],
    [
      { only_running: true },
      'Builds of any project whose image runs in a cluster warn 90 days before the end of any product.',
    ],
    [
      { ...software, cycle_operator: 'LT' },
      'Builds of any project warn 90 days before the end of Node.js before 18.',
    ],
    [
      { ...software, cycle_operator: 'LTE' },
      'Builds of any project warn 90 days before the end of Node.js up to 18.',
    ],
    [
      { ...software, cycle_operator: 'EQ' },
      'Builds of any project warn 90 days before the end of Node.js 18.',
    ],
  ] as const)('%o', (fields, expected) => {
    expect(of({ ...warning, ...fields })).toBe(expected);
  });
});

describe('when', () => {
  const early = '2027-01-01';
  const late = '2027-03-01';
  it.each([
    [{}, 'pass, whatever they hold.'],
    [{ warn_days: 1 }, 'warn 1 day before the end of any product.'],
    [{ warn_days: 0 }, 'warn from the day any product ends.'],
    [{ warn_date: early }, 'warn from 1 Jan 2027 on for any product, ended or not.'],
    [{ deny_days: 3650 }, 'fail 3,650 days before the end of any product.'],
    [{ deny_days: 0 }, 'fail from the day any product ends.'],
    [{ deny_date: late }, 'fail from 1 Mar 2027 on for any product, ended or not.'],
    [
      { warn_days: 90, deny_days: 30 },
      'warn 90 days before the end of any product and fail 30 days before it.',
    ],
    [
      { warn_days: 90, deny_days_after: 30 },
      'warn 90 days before the end of any product and fail 30 days after it.',
    ],
    [
      { warn_days: 0, deny_days_after: 1, denies_from: '2026-12-26' },
      'warn from the day any product ends and fail 1 day after its end, but not before 26 Dec 2026.',
    ],
    [{ deny_days_after: 30 }, 'fail 30 days after the end of any product.'],
    [{ warn_days: 90, denies_from: '2026-12-26' }, 'warn 90 days before the end of any product.'],
    [
      { deprecated: 'DENY' as const, denies_from: '2026-12-26' },
      'fail for packages that their registry calls deprecated, yanked, archived or moved, but not before 26 Dec 2026.',
    ],
    [
      { warn_days: 0, deprecated: 'WARN' as const, stale: 'WARN' as const },
      'warn from the day any product ends, and warn for packages that their registry calls deprecated, yanked, archived or moved, and those of a stale line.',
    ],
    [
      { deprecated: 'DENY' as const, stale: 'WARN' as const },
      'fail for packages that their registry calls deprecated, yanked, archived or moved, and warn for packages of a stale line.',
    ],
    [
      { warn_days: 90, deny_days: 1 },
      'warn 90 days before the end of any product and fail 1 day before it.',
    ],
    [
      { warn_days: 90, deny_days: 0 },
      'warn 90 days before the end of any product and fail from the day it ends.',
    ],
    [
      { warn_days: 0, deny_days: 0 },
      'warn from the day any product ends and fail from the day it ends.',
    ],
    [
      { warn_days: 0, deny_days: 7 },
      'warn from the day any product ends and fail 7 days before its end.',
    ],
    [
      { warn_days: 90, deny_date: late },
      'warn 90 days before the end of any product and fail from 1 Mar 2027 on, ended or not.',
    ],
    [
      { warn_days: 0, deny_date: late },
      'warn from the day any product ends and fail from 1 Mar 2027 on, ended or not.',
    ],
    [
      { warn_date: early, deny_days: 30 },
      'warn from 1 Jan 2027 on for any product, ended or not, and fail 30 days before its end.',
    ],
    [
      { warn_date: early, deny_days: 0 },
      'warn from 1 Jan 2027 on for any product, ended or not, and fail from the day it ends.',
    ],
    [
      { warn_date: early, deny_date: late },
      'warn from 1 Jan 2027 on for any product, ended or not, and fail from 1 Mar 2027 on.',
    ],
    [
      { warn_date: early, warn_days: 90, deny_date: late, deny_days: 30 },
      'warn 90 days before the end of any product and fail 30 days before it.',
    ],
  ])('%o', (fields, expected) => {
    expect(of(fields)).toBe(`Builds of any project ${expected}`);
  });
});

describe('a trust policy', () => {
  const notary = (names: readonly string[], fields: Partial<PolicyBody> = {}) =>
    of({
      policy_type: 'NOTARY',
      notary_policy_json: { version: '1.0', trustPolicies: names.map((name) => ({ name })) },
      ...fields,
    });
  it.each([
    [['shop'], {}, 'are not held to the trust policy shop yet.'],
    [
      ['shop'],
      { warn_date: '2027-01-01' },
      'warn from 1 Jan 2027 on unless their image is signed by the rules of the trust policy shop.',
    ],
    [
      ['shop', 'tools'],
      { deny_date: '2027-03-01' },
      'fail from 1 Mar 2027 on unless their image is signed by the rules of the trust policies shop, tools.',
    ],
    [
      ['a', 'b', 'c', 'd', 'e'],
      { warn_date: '2027-01-01', deny_date: '2027-03-01' },
      'warn from 1 Jan 2027 on and fail from 1 Mar 2027 on unless their image is signed by the rules of the trust policies a, b, c and 2 more.',
    ],
    [[], {}, 'are not held to a trust policy yet.'],
  ])('%o %o', (names, fields, expected) => {
    expect(notary(names, fields)).toBe(`Builds of any project ${expected}`);
  });

  it.each([null, {}, { trustPolicies: 'none' }, { trustPolicies: [null, 1] }])(
    'that is none: %o',
    (notary_policy_json) => {
      expect(of({ policy_type: 'NOTARY', notary_policy_json })).toContain('a trust policy yet');
    },
  );
});

it('marks what makes this policy', () => {
  const values = policySentence({
    ...NOTHING,
    policy_scope: 'project',
    project_name: 'github//acme/shop',
    warn_days: 90,
    deny_date: '2027-03-01',
  }).flatMap(({ text, isValue }) => (isValue ? [text] : []));
  expect(values).toEqual(['acme/shop', '90 days', 'any product', '1 Mar 2027']);
});

it('names what a policy is about', () => {
  expect(productWords(NOTHING)).toBe('any product');
});
