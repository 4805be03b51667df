import { describe, expect, it, test } from 'vitest';
import type { PolicyRecord } from '@/features/policy/types';
import { bodyOf, fieldsOf, formOf, NEW_FORM, type EolForm, type RuleEntry } from './values';
import { eolPolicy, partAt, problemsIn, sentenceOf } from '@/features/policy/form/words';

const rule = (kind: RuleEntry['kind'], given: Partial<RuleEntry> = {}): RuleEntry => ({
  kind,
  days: '',
  date: '',
  ...given,
});
const form = (changes: Partial<EolForm>): EolForm => ({ ...NEW_FORM, ...changes });
const days = (text: string) => rule('days', { days: text });
const date = (text: string) => rule('date', { date: text });

describe('what a form says', () => {
  test('of days, of the end and of a date', () => {
    expect(bodyOf(fieldsOf(form({ warn: days('90'), deny: rule('end') })))).toMatchObject({
      policy_scope: 'global',
      policy_type: 'EOL',
      warn_days: 90,
      deny_days: 0,
      warn_date: null,
      deny_date: null,
    });
    const dated = fieldsOf(form({ warn: date('2027-01-01'), deny: rule('never') }));
    expect(bodyOf(dated)).toMatchObject({ warn_date: '2027-01-01', deny_days: null });
  });

  test('of days after the end, and of the day from which builds fail', () => {
    const start = { isLater: true, date: '2027-01-01' };
    const after = rule('after', { days: '30' });
    expect(bodyOf(fieldsOf(form({ deny: after, start })))).toMatchObject({
      deny_days: null,
      deny_days_after: 30,
      denies_from: '2027-01-01',
    });
    // What never fails does not begin to.
    expect(bodyOf(fieldsOf(form({ start })))).toMatchObject({
      ...{ deny_days_after: null, denies_from: null },
    });
  });

  test('leaves out what its scope has no use for', () => {
    const named = { project: 'shop', product: 'Node.js', cycle: ' 18 ' };
    expect(bodyOf(fieldsOf(form(named)))).toMatchObject({ project_name: null, cycle: null });
    expect(bodyOf(fieldsOf(form({ ...named, scope: 'project' })))).toMatchObject({
      project_name: 'shop',
      product_name: null,
    });
    expect(bodyOf(fieldsOf(form({ ...named, scope: 'software' })))).toMatchObject({
      project_name: null,
      product_name: 'Node.js',
      cycle: '18',
      cycle_operator: 'LTE',
    });
  });

  test('is what the policy said that it was filled from', () => {
    const policy: PolicyRecord = {
      id: '01931c61-7a20-7e55-8c4d-3f6b9d1e2a70',
      policy_scope: 'software',
      policy_type: 'EOL',
      warn_date: '2027-01-01',
      deny_date: null,
      warn_days: null,
      deny_days: 0,
      product_name: 'Node.js',
      project_name: null,
      cycle: '18',
      cycle_operator: 'LT',
      only_running: true as const,
      notary_policy_json: null,
      created_at: '2026-01-02T09:00:00.000Z',
      updated_at: '2026-01-02T09:00:00.000Z',
    };
    const said = (one: PolicyRecord) => {
      const written = bodyOf(fieldsOf(formOf(one)));
      const { deny_days_after: after, denies_from: start, ...rest } = written;
      const { deny_estimates: isAlso, deprecated, stale, ...body } = rest;
      return {
        ...body,
        ...(deprecated && { deprecated }),
        ...(stale && { stale }),
        ...(isAlso && { deny_estimates: isAlso }),
        ...(after && { deny_days_after: after }),
        ...(start && { denies_from: start }),
      };
    };
    expect(policy).toMatchObject(said(policy));
    const after = { ...policy, deny_days: null, deny_days_after: 30, denies_from: '2027-01-01' };
    expect(said(after)).toMatchObject({ deny_days_after: 30, denies_from: '2027-01-01' });
    expect(after).toMatchObject(said(after));
    const estimates = { ...policy, deny_estimates: true as const };
    expect(estimates).toMatchObject(said(estimates));
  });
});

describe('what is wrong with a form', () => {
  it.each<[Partial<EolForm>, string[]]>([
    [{}, []],
    [{ scope: 'project' }, ['project']],
    [{ scope: 'software' }, ['product', 'cycle']],
    [{ scope: 'software', product: 'Node.js', cycle: '18-lts' }, ['cycle']],
    [{ scope: 'software', product: 'Node.js', cycle: '18.1' }, []],
    [{ warn: rule('never'), deny: rule('never') }, ['whole']],
    [{ warn: days(''), deny: rule('never') }, ['warn']],
    [{ warn: days('3651') }, ['warn']],
    [{ warn: days('3650') }, []],
    [{ deny: rule('after', { days: '0' }) }, ['deny']],
    [{ deny: rule('after', { days: '3650' }) }, []],
    [{ deny: rule('after', { days: '3651' }) }, ['deny']],
    [{ deny: rule('end'), start: { isLater: true, date: '' } }, ['start']],
    [{ deny: rule('end'), start: { isLater: true, date: '1899-01-01' } }, ['start']],
    [{ start: { isLater: true, date: '' } }, []],
    [{ deprecated: 'DENY', start: { isLater: true, date: '' } }, ['start']],
    [{ warn: rule('never'), deny: rule('never'), stale: 'WARN' }, []],
    [{ warn: days('-1') }, ['warn']],
    [{ warn: days('1.5') }, ['warn']],
    [{ deny: date('') }, ['deny']],
    [{ warn: days('30'), deny: days('90') }, ['deny']],
    [{ warn: days('30'), deny: days('30') }, []],
    [{ warn: date('2027-02-01'), deny: date('2027-01-31') }, ['deny']],
    [{ warn: date('2027-02-01'), deny: days('90') }, []],
  ])('%o', (changes, parts) => {
    expect(Object.keys(problemsIn(form(changes))).sort()).toEqual([...parts].sort());
  });

  test('by the server: told at the part that it is about, as a sentence', () => {
    expect(partAt(['body', 'deny_days'])).toBe('deny');
    expect(partAt(['body', 'notary_policy_json', 'version'])).toBe('notary');
    expect(partAt(['body'])).toBe('whole');
    expect(sentenceOf('Value error, the policy would deny before it warns')).toBe(
      'The policy would deny before it warns.',
    );
  });

  test('is an issue of the schema, at the part', () => {
    const { error } = eolPolicy.safeParse(form({ scope: 'project', warn: days('') }));
    expect(error?.issues.map(({ path }) => path)).toEqual([['project'], ['warn']]);
    expect(eolPolicy.parse(NEW_FORM)).toEqual(bodyOf(fieldsOf(NEW_FORM)));
  });
});
