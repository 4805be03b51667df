import { describe, expect, it } from 'vitest';
import type { Drawn } from './picture';
import { outcomeOf } from './telling';

const seriesOf = (isWithin: boolean): Drawn => ({
  ...{ name: 'live', unit: 'MiB', values: [100, isWithin ? 100 : 130], slack: 4 },
  growth: { first: 100, last: isWithin ? 100 : 130, share: isWithin ? 0 : 0.3, isWithin },
});
const [steady, grown] = [seriesOf(true), seriesOf(false)];
const alone: Drawn = { ...grown, name: 'heap', growth: null };
const whole = { minutes: 60, ranMinutes: 60.002, isWhole: true };
const ended = { minutes: 60, ranMinutes: 12.34, isWhole: false };

describe('what a soak came to', () => {
  it('is no growth where none of what is judged has grown', () => {
    expect(outcomeOf(whole, [steady, alone])).toEqual({
      title: '60 minutes of mixed load: no growth',
      ...{ series: [steady, alone], isSteady: true },
    });
  });

  it('is growth where one has', () => {
    expect(outcomeOf(whole, [steady, grown])).toMatchObject({
      title: '60 minutes of mixed load: growth beyond 3 %',
      isSteady: false,
    });
  });

  it.each([
    ['that has grown', grown],
    ['that has not', steady],
  ])('is drawn and proves nothing where it was ended before its time: one %s', (_what, one) => {
    expect(outcomeOf(ended, [one])).toEqual({
      title: 'Interrupted after 12.3 of 60 minutes of mixed load: growth is not judged',
      ...{ series: [{ ...one, growth: null }], isSteady: false },
    });
  });
});
