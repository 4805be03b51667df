import { describe, expect, it } from 'vitest';
import type { Day } from '@/domain/eol/calendar';
import type { CycleRecord } from '@/features/catalog/types';
import { cyclesByChoice, otherEndHere, othersByChoice } from './query';

// A calendar day.
const today = '2026-11-21' as Day;

function cycle(name: string, endsOn: string | null, images = 0, ended = false): CycleRecord {
  return {
    name,
    label: name,
    codename: null,
    lts: false,
    released_on: null,
    latest_release: null,
    latest_released_on: null,
    release_notes_url: null,
    support: [{ level: 'STANDARD_SUPPORT', ends_on: endsOn, ended, override: null }],
    images,
  };
}

const here = (cycle: string, endsOn: string | null, known = true) => ({
  ...{ cycle, ends_on: endsOn, ends_on_known: known, estimated_from: null },
});

type EndHere = ReturnType<typeof here>;

const namesOf = (cycles: readonly CycleRecord[], endsHere: readonly EndHere[] = []) => {
  const chosen = cyclesByChoice(cycles, endsHere, today);
  return Object.fromEntries(
    Object.entries(chosen).map(([choice, list]) => [choice, list.map(({ name }) => name)]),
  );
};

describe('the cycles that are drawn', () => {
  it('are what is supported, in use, or has ended lately', () => {
    const cycles = [
      cycle('6', null),
      cycle('5', '2027-01-01', 2),
      cycle('4', '2026-01-01'),
      cycle('3', '2020-01-01', 1),
      cycle('2', '2019-01-01'),
      cycle('1', null, 0, true),
    ];
    expect(namesOf(cycles, [here('5', '2027-01-01'), here('3', '2020-01-01')])).toEqual({
      current: ['6', '5', '4', '3'],
      used: ['5', '3'],
      ended: ['3'],
      all: ['6', '5', '4', '3', '2', '1'],
    });
  });

  it('have ended by the end that their images are judged by', () => {
    const cycles = [cycle('5', null, 1), cycle('4', '2020-01-01', 1), cycle('3', null, 1, true)];
    const ends = [here('5', '2025-01-01'), here('4', '2028-01-01'), here('3', '2026-03-01', false)];
    expect(namesOf(cycles, ends)).toMatchObject({ used: ['5', '4', '3'], ended: ['5', '3'] });
    const others = cycles.map((one) => otherEndHere(one, ends)?.ends_on ?? null);
    expect(others).toEqual(['2025-01-01', '2028-01-01', null]);
    expect(otherEndHere(cycle('4', '2020-01-01', 1), [here('4', '2020-01-01')])).toBeNull();
    expect(otherEndHere(cycle('4', '2020-01-01'), ends.slice(0, 1))).toBeNull();
  });

  it('are all, where all ended long ago', () => {
    expect(namesOf([cycle('1', '2010-01-01')])).toMatchObject({ current: ['1'], used: [] });
  });

  it('and those that the catalog lacks: of the ended ones what its images are judged by', () => {
    const other = (name: string, endsOn: string | null) => ({
      ...{ name, images: 1, ends_on: endsOn, ends_on_known: true, estimated_from: null },
    });
    const others = [other('0.1', '2020-01-01'), other('0.2', null), other('9', '2099-01-01')];
    const { ended, ...rest } = othersByChoice(others, today);
    expect(ended.map(({ name }) => name)).toEqual(['0.1']);
    expect(rest).toEqual({ current: others, used: others, all: others });
  });
});
