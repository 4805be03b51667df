import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { RecentlyUsed } from '@/server/platform/recently-used';
import {
  HeldBody,
  MAX_HELD_BODY_BYTES,
  MAX_READING_BYTES,
  recollectionOf,
} from './recent-readings';

describe('a recollection', () => {
  it('keeps apart the same bytes of other organizations, and of other ways to read them', () => {
    const readings = new RecentlyUsed<string>({ all: 100_000, one: 100_000 });
    const sha256 = createHash('sha256').update('body').digest();
    recollectionOf(readings, ['acme', '/v1/scan']).keep(sha256, 'reading', 10);
    expect(recollectionOf(readings, ['acme', '/v1/scan']).find(sha256)).toBe('reading');
    expect(recollectionOf(readings, ['acme', '/v2/scan']).find(sha256)).toBeNull();
    expect(recollectionOf(readings, ['globex', '/v1/scan']).find(sha256)).toBeNull();
    expect(recollectionOf(readings, ['acme', null]).find(sha256)).toBeNull();
  });

  it.each([
    { what: 'small bodies', header: 'application/json', atMost: 25 },
    { what: 'long headers', header: `application/json; a=${'b'.repeat(10_000)}`, atMost: 5 },
  ])('counts what readings of $what take beside their texts', ({ header, atMost }) => {
    const readings = new RecentlyUsed<string>({ all: 100_000, one: 100_000 });
    const recollection = recollectionOf(readings, ['acme', header]);
    const bodies = Array.from({ length: 100 }, (_, n) =>
      createHash('sha256').update(String(n)).digest(),
    );
    for (const sha256 of bodies) recollection.keep(sha256, 'reading', 2);
    const kept = bodies.filter((sha256) => recollection.find(sha256) !== null).length;
    expect(kept).toBeGreaterThan(0);
    expect(kept).toBeLessThan(atMost);
  });

  it('keeps the largest body that is held', () => {
    const readings = new RecentlyUsed<string>({ all: MAX_READING_BYTES, one: MAX_READING_BYTES });
    const recollection = recollectionOf(readings, ['acme', 'application/json']);
    const sha256 = createHash('sha256').update('body').digest();
    recollection.keep(sha256, 'reading', MAX_HELD_BODY_BYTES);
    expect(recollection.find(sha256)).toBe('reading');
  });
});

describe('a held body', () => {
  const half = new Uint8Array(MAX_HELD_BODY_BYTES / 2);

  it('is whole up to its limit', () => {
    const body = new HeldBody();
    expect([body.take(half), body.take(half)]).toEqual([true, true]);
    expect(body.isWhole).toBe(true);
    expect(body.held()).toHaveLength(2);
    expect([...body.release()]).toEqual([half, half]);
    expect(body.held()).toHaveLength(0);
  });

  it('holds no more once it is longer', () => {
    const body = new HeldBody();
    body.take(half);
    body.take(half);
    const next = new Uint8Array(1);
    expect(body.take(next)).toBe(false);
    expect(body.isWhole).toBe(false);
    expect([...body.release()]).toEqual([half, half]);
    expect(body.take(next)).toBe(false);
    expect([...body.release()]).toEqual([]);
  });
});
