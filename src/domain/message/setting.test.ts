import { expect, it } from 'vitest';
import { endThresholds, MESSAGE_SETTING, messageSetting } from './setting';

it('sorts thresholds, and keeps each once', () => {
  expect(endThresholds.parse([0, 30, 365, 30])).toEqual([365, 30, 0]);
});

it.each([[[]], [[-1]], [[731]], [[7.5]], [[1, 2, 3, 4, 5, 6, 7, 8, 9]]])('refuses %j', (days) => {
  expect(endThresholds.safeParse(days).success).toBe(false);
});

it('takes what holds by default', () => {
  expect(messageSetting.parse(MESSAGE_SETTING)).toEqual(MESSAGE_SETTING);
});
