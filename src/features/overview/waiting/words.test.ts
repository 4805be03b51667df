import { expect, test } from 'vitest';
import { isSilent } from './words';

const NOW = '2026-11-26T15:00:00.000Z';
const used = (last_used_at: string | null) => ({
  role: 'scanner' as const,
  last_used_at,
  expires_at: null,
});

test('a key is silent once it has not been used for a week', () => {
  expect(isSilent(used('2026-11-18T23:59:00.000Z'), NOW)).toBe(true);
  expect(isSilent(used('2026-11-19T00:00:00.000Z'), NOW)).toBe(false);
});

test('keys that never uploaded, may not, or have expired are not missed', () => {
  const old = used('2026-01-01T00:00:00.000Z');
  expect(isSilent(used(null), NOW)).toBe(false);
  expect(isSilent({ ...old, role: 'viewer' }, NOW)).toBe(false);
  expect(isSilent({ ...old, expires_at: '2026-11-26T08:00:00.000Z' }, NOW)).toBe(false);
  expect(isSilent({ ...old, expires_at: '2026-11-26T23:59:59.000Z' }, NOW)).toBe(true);
});
