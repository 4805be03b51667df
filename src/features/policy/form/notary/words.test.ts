import { expect, test } from 'vitest';
import type { Day } from '@/domain/eol/calendar';
import { beginsToDeny, unverifiedWords, wordToDeny } from './words';

const today = '2026-11-29' as Day; // a day of the calendar
const signatures = (date: string | null) => ({ policy_type: 'NOTARY', deny_date: date });
const known = (images: number, all: number) => ({ kind: 'known', images, all }) as const;

test('asks where builds begin to fail over signatures today', () => {
  expect(beginsToDeny(signatures('2026-11-29'), null, today)).toBe(true);
  expect(beginsToDeny(signatures('2026-01-01'), signatures(null), today)).toBe(true);
  expect(beginsToDeny(signatures('2026-11-29'), signatures('2026-11-30'), today)).toBe(true);
});

test('asks nothing of what denies later, never, or did so before', () => {
  expect(beginsToDeny(signatures('2026-11-30'), null, today)).toBe(false);
  expect(beginsToDeny(signatures(null), null, today)).toBe(false);
  expect(beginsToDeny({ policy_type: 'NOTARY' }, null, today)).toBe(false);
  expect(beginsToDeny(signatures('2026-11-29'), signatures('2026-11-01'), today)).toBe(false);
  expect(beginsToDeny({ ...signatures('2026-01-01'), policy_type: 'EOL' }, null, today)).toBe(
    false,
  );
});

test('has the number typed where it is more than ten, or 5 % of all', () => {
  expect(wordToDeny(known(10, 1_000))).toBeUndefined();
  expect(wordToDeny(known(11, 1_000))).toBe('11');
  expect(wordToDeny(known(2, 20))).toBe('2');
  expect(wordToDeny(known(0, 0))).toBeUndefined();
  expect(wordToDeny({ kind: 'working' })).toBeUndefined();
  expect(wordToDeny({ kind: 'failed' })).toBe('fail');
});

test('says how many images have no verified signature', () => {
  expect(unverifiedWords(known(12, 20))).toBe('12 images have no verified signature now');
  expect(unverifiedWords(known(1, 20))).toBe('1 image has no verified signature now');
  expect(unverifiedWords(known(0, 20))).toBe('Every image has a verified signature now');
});
