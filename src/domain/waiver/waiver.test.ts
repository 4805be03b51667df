import { describe, expect, test } from 'vitest';
import { addDays } from '@/domain/eol/calendar';
import { day } from '@/domain/policy/testing/policies';
import { isWaiverLink, placeFaults } from './faults';
import { searchTextOf, subjectKeyOf } from './keys';
import { endFault, placeWords, waiverState } from './waiver';

const TODAY = day('2026-11-21');

describe('the state of a waiver', () => {
  test.each([
    ['asked', 0, 'asked'],
    ['asked', -1, 'ended'],
    ['granted', 0, 'granted'],
    ['granted', -1, 'ended'],
    ['declined', -1, 'declined'],
    ['withdrawn', -1, 'withdrawn'],
    ['revoked', -1, 'revoked'],
    ['revoked', 1, 'revoked'],
  ] as const)('that is %s and ends in %i days is %s', (decision, days, state) => {
    expect(waiverState({ decision, endsOn: addDays(TODAY, days) }, TODAY)).toBe(state);
  });
});

test.each([
  [-1, 'must not have passed'],
  [0, null],
  [30, null],
  [31, 'must be 2026-12-21 at the latest: the organization grants 30 days at most'],
])('a last day in %i days of 30', (days, message) => {
  expect(endFault(addDays(TODAY, days), TODAY, 30)).toBe(message);
});

const NOWHERE = {
  projectName: null,
  teamId: null,
  teamName: null,
  imageName: null,
  imageTag: null,
};

test.each([
  [{ scope: 'organization', ...NOWHERE }, []],
  [{ scope: 'organization', ...NOWHERE, projectName: 'a' }, ['projectName']],
  [{ scope: 'organization', ...NOWHERE, imageName: 'a', imageTag: '1' }, ['imageName', 'imageTag']],
  [{ scope: 'team', ...NOWHERE }, ['teamId']],
  [{ scope: 'team', ...NOWHERE, teamId: 't' }, []],
  [{ scope: 'team', ...NOWHERE, teamId: 't', projectName: 'a' }, ['projectName']],
  [{ scope: 'image', ...NOWHERE, imageName: 'a', teamId: 't' }, ['teamId']],
  [{ scope: 'project', ...NOWHERE }, ['projectName']],
  [{ scope: 'project', ...NOWHERE, projectName: 'a', imageTag: '1' }, ['imageTag']],
  [{ scope: 'image', ...NOWHERE, projectName: 'a' }, ['imageName']],
  [{ scope: 'image', ...NOWHERE, imageName: 'nginx' }, []],
  [{ scope: 'image', ...NOWHERE, imageName: 'host:5000/nginx', imageTag: '1' }, []],
  [{ scope: 'image', ...NOWHERE, imageName: 'nginx:1' }, ['imageName']],
  [{ scope: 'image', ...NOWHERE, imageName: `nginx@sha256:${'a'.repeat(64)}` }, ['imageName']],
  [{ scope: 'image', ...NOWHERE, imageName: './services/API' }, []],
] as const)('the place %o has faults in %o', (place, fields) => {
  expect(placeFaults(place).map(({ field }) => field)).toEqual(fields);
});

test.each([
  ['https://tickets.example.com/1?a=b#c', true],
  ['http://tickets.example.com/1', false],
  ['https://a:b@tickets.example.com', false],
  ['javascript:alert(1)', false],
  ['//tickets.example.com', false],
  ['', false],
  [`https://tickets.example.com/${'a'.repeat(2_100)}`, false],
])('%s is a link: %s', (text, expected) => {
  expect(isWaiverLink(text)).toBe(expected);
});

test('a key tells places and software apart', () => {
  const base = {
    scope: 'image',
    ...NOWHERE,
    imageName: 'a',
    productName: 'p',
    cycle: '1',
  } as const;
  const others = [
    base,
    { ...base, imageTag: 'null' },
    { ...base, projectName: 'a', imageName: null },
    { ...base, cycle: '1.' },
    { ...base, productName: 'p1', cycle: '' },
  ];
  expect(new Set(others.map(subjectKeyOf)).size).toBe(others.length);
  expect(subjectKeyOf({ ...base })).toBe(subjectKeyOf(base));
});

test('is found by what it says, in any case', () => {
  const text = searchTextOf({
    ...{
      scope: 'image',
      teamId: null,
      teamName: null,
      projectName: 'Shop',
      imageName: 'nginx',
      imageTag: '1.25',
    },
    ...{ productName: 'Debian', cycle: '11', reason: 'STRASSE', control: null },
    ...{ ownerName: 'Ada', askedByName: 'Grace' },
  });
  for (const part of ['debian 11', 'shop', 'nginx:1.25', 'strasse', 'ada', 'grace']) {
    expect(text).toContain(part);
  }
});

test.each([
  [{ scope: 'organization', ...NOWHERE }, 'everywhere'],
  [{ scope: 'project', ...NOWHERE, projectName: 'a' }, 'the project a'],
  [{ scope: 'team', ...NOWHERE, teamId: 't', teamName: 'Pay' }, 'the projects of the team Pay'],
  [{ scope: 'image', ...NOWHERE, imageName: 'i' }, 'i, any tag'],
  [
    {
      scope: 'image',
      teamId: null,
      teamName: null,
      projectName: 'a',
      imageName: 'i',
      imageTag: '1',
    },
    'i:1 in the project a',
  ],
] as const)('says where %o holds', (place, words) => {
  expect(placeWords(place)).toBe(words);
});
