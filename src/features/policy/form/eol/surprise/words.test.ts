import { expect, test } from 'vitest';
import type { PolicyRecord } from '@/features/policy/types';
import { overruledWords, releasedWords } from './words';

const policy = (id: string): PolicyRecord => ({
  id,
  policy_scope: 'global',
  policy_type: 'EOL',
  warn_date: null,
  deny_date: null,
  warn_days: null,
  deny_days: 0,
  product_name: null,
  project_name: null,
  cycle: null,
  cycle_operator: null,
  notary_policy_json: null,
  created_at: '2026-01-02T09:00:00.000Z',
  updated_at: '2026-01-02T09:00:00.000Z',
});
const overruled = (...items: string[]) => ({ overruled: { total: items.length, items } });

test('tells how many images would pass', () => {
  expect(releasedWords({ images: 11 })).toBe('11 images that are denied today would pass');
  expect(releasedWords({ images: 1 })).toBe('1 image that is denied today would pass');
});

test('names the policy that it would decide before, and how many others', () => {
  const policies = [policy('a'), policy('b')];
  expect(overruledWords(overruled('b'), policies)).toBe(
    'This policy would decide before ‘Builds of any project fail from the day any product ends’.',
  );
  expect(overruledWords(overruled('b', 'a'), policies)).toMatch(/’ and 1 other\.$/);
  expect(overruledWords(overruled(), policies)).toBeNull();
  expect(overruledWords(overruled('gone'), policies)).toBeNull();
});
