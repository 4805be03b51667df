import { expect, test } from 'vitest';
import { DEMO_STEPS, demoStepCookie, parseDemoStep } from './demo-steps';

test('the demo explains itself in five steps', () => {
  expect(DEMO_STEPS).toHaveLength(5);
});

test.each([
  [undefined, 0],
  ['1', 0],
  ['5', 4],
  ['6', 0],
  ['0', 0],
  ['1.5', 0],
  ['x', 0],
  ['none', null],
])('the cookie %s leads to the step %s', (value, place) => {
  expect(parseDemoStep(value)).toBe(place);
});

test.each([null, 0, 4])('a step is read as it was kept: %s', (place) => {
  const [, value] = /^demo-step=([^;]+);/.exec(demoStepCookie(place)) ?? [];
  expect(parseDemoStep(value)).toBe(place);
});
