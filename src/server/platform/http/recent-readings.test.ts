import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { HeldBody, MAX_HELD_BODY_BYTES, RecentReadings, recollectionOf } from './recent-readings';

describe('readings', () => {
  it('keeps as much as it may, and forgets first what was asked for longest ago', () => {
    const readings = new RecentReadings<string>(300);
    readings.keep('one', 'first', 100);
    readings.keep('two', 'second', 100);
    readings.keep('three', 'third', 100);
    readings.find('one');
    readings.keep('four', 'fourth', 100);
    expect(['one', 'two', 'three', 'four'].map((key) => readings.find(key))).toEqual([
      'first',
      null,
      'third',
      'fourth',
    ]);
  });

  it('counts what is kept again once', () => {
    const readings = new RecentReadings<string>(200);
    readings.keep('one', 'first', 100);
    readings.keep('one', 'again', 100);
    readings.keep('two', 'second', 100);
    expect(readings.find('one')).toBe('again');
    expect(readings.find('two')).toBe('second');
  });

  it('does not keep what one body makes too large', () => {
    const readings = new RecentReadings<string>(10 * MAX_HELD_BODY_BYTES);
    readings.keep('inflated', 'large', MAX_HELD_BODY_BYTES + 1);
    expect(readings.find('inflated')).toBeNull();
  });

  it('keeps apart the same bytes of other organizations, and of other ways to read them', () => {
    const readings = new RecentReadings<string>(1_000);
    const sha256 = createHash('sha256').update('body').digest();
    recollectionOf(readings, ['acme', '/v1/scan']).keep(sha256, 'reading', 10);
    expect(recollectionOf(readings, ['acme', '/v1/scan']).find(sha256)).toBe('reading');
    expect(recollectionOf(readings, ['acme', '/v2/scan']).find(sha256)).toBeNull();
    expect(recollectionOf(readings, ['globex', '/v1/scan']).find(sha256)).toBeNull();
    expect(recollectionOf(readings, ['acme', null]).find(sha256)).toBeNull();
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
