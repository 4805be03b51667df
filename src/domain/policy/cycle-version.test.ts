import { expect, test } from 'vitest';
import { isWithin, parsePolicyCycle, parseReleaseCycle } from './cycle-version';

test.each(['7', '7.2', '7.2.11', '20.04', '0'])('%s is a cycle of a policy', (text) => {
  expect(parsePolicyCycle(text)).not.toBeNull();
});

test.each(['', 'v7', '7.', '.7', '7.2.1.0', '7-rc1', '7.x', ' 7', '7\n', '-1', '1'.repeat(16)])(
  '%j is none',
  (text) => expect(parsePolicyCycle(text)).toBeNull(),
);

test.each([
  ['6', 'LT', '7', true],
  ['7', 'LT', '7', false],
  ['7.0.0', 'EQ', '7', true],
  ['7.1', 'EQ', '7', false],
  ['7.1', 'LTE', '7', false],
  ['7', 'LTE', '7.0', true],
  ['3.9', 'LT', '3.10', true],
  ['20.04', 'EQ', '20.4', true],
  ['v3', 'EQ', '3', true],
  ['8-stream', 'LT', '8', true],
  ['8-stream', 'EQ', '8', false],
  ['8+build', 'EQ', '8', true],
] as const)('%s %s %s: %s', (cycle, operator, policyCycle, expected) => {
  const [given, wanted] = [parseReleaseCycle(cycle), parsePolicyCycle(policyCycle)];
  expect(given && wanted && isWithin(given, operator, wanted)).toBe(expected);
});

test.each(['jammy', '1.2.3.4', '', 'R2023b'])('the cycle %j is no version', (text) => {
  expect(parseReleaseCycle(text)).toBeNull();
});
