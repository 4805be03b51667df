import { expect, test } from 'vitest';
import { riskWords, wordToDeny } from './words';

const known = (images: number, all: number) => ({ kind: 'known', images, all }) as const;

test('has the number typed where it is more than ten, or 5 % of all', () => {
  expect(wordToDeny(known(10, 1_000))).toBeUndefined();
  expect(wordToDeny(known(11, 1_000))).toBe('11');
  expect(wordToDeny(known(2, 20))).toBe('2');
  expect(wordToDeny(known(0, 0))).toBeUndefined();
  expect(wordToDeny({ kind: 'working' })).toBeUndefined();
  expect(wordToDeny({ kind: 'failed' })).toBe('fail');
});

test('says how many images it concerns', () => {
  const unverified = 'unverified';
  expect(riskWords(unverified, known(12, 20))).toBe('12 images have no verified signature now');
  expect(riskWords(unverified, known(1, 20))).toBe('1 image has no verified signature now');
  expect(riskWords(unverified, known(0, 20))).toBe('Every image has a verified signature now');
  expect(riskWords('verified', known(0, 20))).toBe('No image has a verified signature now');
  expect(riskWords('verified', known(2, 20))).toBe(
    '2 images have a verified signature now, and may lose it',
  );
  expect(riskWords('all', known(1, 20))).toBe('1 image may pass now and fail then');
  expect(riskWords('all', { kind: 'failed' })).toBe('How many images may fail is not known');
});
