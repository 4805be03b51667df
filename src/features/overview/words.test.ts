import { describe, expect, test } from 'vitest';
import { FOR_ALL, type EndingGroup, type SoftwareToMove } from './params';
import { degreesOf, firstToEnd, imagesOfGroup } from './words';

const TODAY = '2026-11-21';

function software(facts: Partial<SoftwareToMove>): SoftwareToMove {
  return {
    id: '01890000-0000-7000-8000-000000000001',
    productName: 'Ferry',
    cycle: '16',
    artifactType: 'npm',
    eolDate: '2026-07-11',
    eolDateKnown: true,
    estimatedFrom: null,
    evidence: 'catalog',
    contract: null,
    contractElsewhere: null,
    advice: null,
    images: 1,
    ...facts,
  };
}

const group = (...parts: readonly SoftwareToMove[]): EndingGroup => ({
  images: 1,
  software: [...parts],
});
const soon = software({ cycle: '20', eolDate: '2027-04-30' });
const today = software({ cycle: '19', eolDate: TODAY });
const past = software({ cycle: '14', eolDate: '2023-04-30' });
const undated = software({ cycle: '12', eolDate: TODAY, eolDateKnown: false });
const estimated = software({ ...undated, cycle: '9', estimatedFrom: '10' });

test('the degrees of a group are those of its software, best first and each once', () => {
  const parts = (['inferred', 'catalog', 'own', 'catalog'] as const).map((evidence) =>
    software({ evidence }),
  );
  expect(degreesOf(group(...parts))).toEqual(['own', 'catalog', 'inferred']);
});

describe('first of a group ends', () => {
  test.each([
    ['what ended first', [soon, past, software({ eolDate: '2025-01-01' })], past],
    ['what ends next', [software({ eolDate: '2028-01-01' }), soon], soon],
    ['what ended on an unknown day, before what is still to end', [soon, undated], undated],
    ['what has ended by estimate, too', [soon, estimated], estimated],
    ['what ended on an unknown day, before what ends today', [today, undated], undated],
    ['what ended on a known day, as it can be told', [undated, past], past],
    ['what is there', [undated], undated],
  ])('%s', (_, parts, expected) => {
    expect(firstToEnd(group(...parts), TODAY)).toBe(expected);
  });

  test('nothing of none', () => {
    expect(firstToEnd(group(), TODAY)).toBeUndefined();
  });
});

describe('the images of a group', () => {
  const many = (count: number) =>
    group(...Array.from({ length: count }, (_, index) => software({ id: `software-${index}` })));

  test('are those that hold any software of it, of whom the overview is for', () => {
    expect(imagesOfGroup(many(2), { ...FOR_ALL, owner: 'mine' })).toBe(
      '/images?owner=mine&software=software-0,software-1',
    );
    expect(imagesOfGroup(many(100), FOR_ALL)).toMatch(/,software-99$/);
  });

  test('are linked to by nothing, where an address cannot name it all', () => {
    expect(imagesOfGroup(many(101), FOR_ALL)).toBeNull();
  });
});
