import { expect, test } from 'vitest';
import type { EolPolicy } from './policy';
import { PolicySet } from './set';
import { day, policyOf, redisPolicy } from './testing/policies';

const today = day('2026-11-21');
const tomorrow = day('2026-11-22');

const ranked = (policies: readonly EolPolicy[]) => [
  ...new PolicySet(policies).ranksToldOn(today).keys(),
];

const project = (projectName: string, id: string, changes: Partial<EolPolicy>) =>
  policyOf({ scope: 'project', projectName, id, ...changes });

test('scanners go through scopes, and in each from the newest policy, whichever project or product it is about', () => {
  const policies = [
    policyOf({ id: 'global', denyDays: 0 }),
    project('billing', 'old billing', { denyDays: 0 }),
    { ...redisPolicy('EQ', '6', { denyDays: 0 }), id: 'old Redis' },
    project('shop', 'shop', { denyDays: 0 }),
    { ...redisPolicy('EQ', '6', { denyDays: 0 }), id: 'other', productName: 'Node.js' },
    project('billing', 'billing', { denyDays: 0 }),
    { ...redisPolicy('EQ', '6', { denyDays: 0 }), id: 'Redis' },
  ];
  const order = ['Redis', 'other', 'old Redis', 'billing', 'shop', 'old billing', 'global'];
  expect(ranked(policies)).toEqual(order);
});

test('what scanners are not told of has no place in their order, and gives none to what is about the same', () => {
  const policies = [
    project('billing', 'old billing', { denyDays: 0 }),
    project('shop', 'shop', { denyDays: 0 }),
    project('billing', 'running', { denyDays: 0, onlyRunning: true }),
    { ...redisPolicy('LT', '6', { denyOn: today, deniesFrom: tomorrow }), id: 'later' },
  ];
  expect(ranked(policies)).toEqual(['shop', 'old billing']);
});

test('a policy whose denial waits is told with its warning alone, in its place', () => {
  const policies = [
    policyOf({ id: 'global', denyDays: 0 }),
    project('shop', 'warns', { denyDays: 0, warnDays: 30, deniesFrom: tomorrow }),
    project('shop', 'begun', { denyDays: 0, deniesFrom: today }),
  ];
  expect(ranked(policies)).toEqual(['begun', 'warns', 'global']);
});
