import { expect, it } from 'vitest';
import { growthOf } from './growth';

const seriesOf = (valueOf: (at: number) => number) => ({
  ...{ name: 'memory', unit: 'MiB', slack: 0 },
  values: Array.from({ length: 100 }, (_, at) => valueOf(at)),
});

it.each<[string, (at: number) => number, boolean]>([
  ['stays', () => 100, true],
  ['is a saw', (at) => 100 + (at % 7) * 10, true],
  ['climbs while it warms up, and stays', (at) => Math.min(at, 15) + 100, true],
  ['shrinks', (at) => 200 - at, true],
  ['has one peak', (at) => (at === 90 ? 10_000 : 100), true],
  ['climbs by 5 % to the end', (at) => 100 + at * 0.08, false],
  ['leaps late', (at) => (at < 75 ? 100 : 110), false],
  ['begins with nothing', (at) => (at < 50 ? 0 : 5), false],
])('what %s', (_what, valueOf, isWithin) => {
  expect(growthOf(seriesOf(valueOf), 0.03).isWithin).toBe(isWithin);
});

it('growth within the slack of a series is none', () => {
  const connections = seriesOf((at) => (at < 50 ? 10 : 11));
  expect(growthOf({ ...connections, slack: 1 }, 0.03)).toMatchObject({
    isWithin: true,
    share: 0.1,
  });
});

it('what could not be measured is left out', () => {
  expect(
    growthOf(
      seriesOf((at) => (at % 3 === 0 ? Number.NaN : 100)),
      0.03,
    ),
  ).toMatchObject({
    ...{ first: 100, last: 100, isWithin: true },
  });
});
