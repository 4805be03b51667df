import { expect, test } from 'vitest';
import { WaiverSet } from '@/domain/waiver/set';
import {
  evaluatePackages,
  type JudgedPackage,
  packageViolationsOf,
  waivedPackageViolationsOf,
} from './package';
import { packageNames } from './package-names';
import { PolicySet } from './set';
import { day, placeIn, policyOf } from './testing/policies';

const today = day('2026-11-21');
const shop = placeIn('shop');

const old: JudgedPackage = {
  ...{ name: 'old', version: '1.0.0', purl: 'pkg:npm/%40acme/old@1.0.0?a=b', degree: 'registry' },
  ...{ kind: 'yanked', message: 'Yanked: broken.', successor: null, url: null, releasedOn: null },
};
const calm: JudgedPackage = {
  ...{ name: 'calm', version: '1.4', purl: 'pkg:gem/calm@1.4', degree: 'stale', kind: null },
  ...{ message: 'Estimate: line 1 rests', successor: null, url: null },
  releasedOn: day('2026-11-01'),
};

const judge = (policies: PolicySet, place = shop, on = today) =>
  evaluatePackages([old, calm], policies, place, on);
const actionsOf = (policies: PolicySet, place = shop, on = today) =>
  judge(policies, place, on).verdicts.map(({ verdict }) => verdict.action);

test('without a clause nothing is judged', () => {
  const policies = new PolicySet([policyOf({ denyDays: 0, warnDays: 90 })]);
  expect(policies.judgesPackages).toBe(false);
  expect(judge(policies)).toEqual({ action: 'ALLOW', verdicts: [] });
});

test('each clause is about its degree, and the whole is as bad as its worst part', () => {
  const policies = new PolicySet([policyOf({ deprecated: 'WARN', stale: 'DENY' })]);
  expect(actionsOf(policies)).toEqual(['WARN', 'DENY']);
  expect(judge(policies).action).toBe('DENY');
});

test('a project’s own policy decides first, and one that says nothing of packages hides no other', () => {
  const everywhere = policyOf({ deprecated: 'DENY', stale: 'DENY' });
  const own = policyOf({ scope: 'project', projectName: 'shop', deprecated: 'WARN' });
  const newer = policyOf({ denyDays: 0 });
  const policies = new PolicySet([own, everywhere, newer]);
  expect(actionsOf(policies)).toEqual(['WARN', 'DENY']);
  expect(actionsOf(policies, placeIn('other'))).toEqual(['DENY', 'DENY']);
});

test('a policy for what runs judges nothing else', () => {
  const policies = new PolicySet([policyOf({ deprecated: 'DENY', onlyRunning: true })]);
  expect(actionsOf(policies)).toEqual(['ALLOW', 'ALLOW']);
  expect(actionsOf(policies, placeIn('shop', true))).toEqual(['DENY', 'ALLOW']);
});

test('before the day from which a policy denies it warns', () => {
  const deniesFrom = day('2026-12-01');
  const policies = new PolicySet([policyOf({ deprecated: 'DENY', deniesFrom })]);
  const [verdict] = judge(policies).verdicts;
  expect(verdict).toMatchObject({
    verdict: { action: 'WARN' },
    nextChanges: [{ on: deniesFrom, action: 'DENY' }],
  });
  expect(actionsOf(policies, shop, deniesFrom)).toEqual(['DENY', 'ALLOW']);
});

test('scanners are not told of a policy that is about packages alone', () => {
  const told = policyOf({ denyDays: 0, stale: 'WARN' });
  const policies = new PolicySet([policyOf({ deprecated: 'DENY' }), told]);
  expect([...policies.told.byId.keys()]).toEqual([told.id]);
});

test('a waiver names a package by its package URL without the version', () => {
  const names = packageNames(old);
  expect(names).toEqual({ productName: 'pkg:npm/%40acme/old', cycle: '1.0.0' });
  const waiver = {
    ...{ id: 'waiver', ...names, endsOn: day('2026-12-01'), scope: 'organization' as const },
    ...{ teamId: null, projectName: null, imageName: null, imageTag: null },
  };
  const policies = new PolicySet([policyOf({ deprecated: 'DENY' })], new WaiverSet([waiver]));
  expect(packageViolationsOf(judge(policies), today)).toEqual([]);
  expect(waivedPackageViolationsOf(judge(policies), today)).toMatchObject([
    {
      ...{ name: 'old', waived_action: 'DENY', waiver_id: 'waiver', ends_on: '2026-12-01' },
      message:
        'Waived until 2026-12-01. Without the waiver: old 1.0.0 is denied by the policy for all software: Yanked: broken.',
    },
  ]);
});

test('says why: denials first, and the days since the last release', () => {
  const policies = new PolicySet([policyOf({ deprecated: 'WARN', stale: 'DENY' })]);
  const violations = packageViolationsOf(judge(policies), today);
  expect(violations.map(({ name, days, statement }) => [name, days, statement])).toEqual([
    ['calm', 20, null],
    ['old', null, 'Yanked: broken.'],
  ]);
});
