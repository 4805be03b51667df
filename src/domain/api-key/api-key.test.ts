import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { generateApiKey, isSameDigest, parseApiKey } from './api-key';

describe('API keys', () => {
  it('have the documented form and are never the same', () => {
    const keys = Array.from({ length: 200 }, generateApiKey);
    for (const key of keys) {
      expect(key.text).toMatch(/^evt_[A-Za-z0-9]{8}_[A-Za-z0-9_-]{43}$/);
      expect(key.text.slice(4, 12)).toBe(key.publicId);
    }
    expect(new Set(keys.map((key) => key.text)).size).toBe(200);
  });

  it('are read back as they were made', () => {
    const key = generateApiKey();
    expect(parseApiKey(key.text)).toEqual(key);
    expect(key.sha256).toEqual(createHash('sha256').update(key.text).digest());
  });

  it.each([
    ['nothing', ''],
    ['another prefix', 'xol_AAAAAAAA_' + 'a'.repeat(43)],
    ['a short secret', 'evt_AAAAAAAA_' + 'a'.repeat(42)],
    ['a long secret', 'evt_AAAAAAAA_' + 'a'.repeat(44)],
    ['a public id with a dash', 'evt_AAAA-AAA_' + 'a'.repeat(43)],
    ['a line break at the end', 'evt_AAAAAAAA_' + 'a'.repeat(43) + '\n'],
    ['padding', 'evt_AAAAAAAA_' + 'a'.repeat(42) + '='],
  ])('are refused with %s', (_what, text) => {
    expect(parseApiKey(text)).toBeNull();
  });

  it('compare by their digests', () => {
    const key = generateApiKey();
    expect(isSameDigest(key.sha256, Buffer.from(key.sha256))).toBe(true);
    expect(isSameDigest(key.sha256, generateApiKey().sha256)).toBe(false);
    expect(isSameDigest(key.sha256, key.sha256.subarray(1))).toBe(false);
  });
});
