import { beforeEach, describe, expect, it } from 'vitest';
import { manualClock, type ManualClock } from '@/server/clock';
import { SignInGuard } from './sign-in-guard';

const EMAIL = 'ada@example.com';
const HOME = '192.0.2.1';

let clock: ManualClock;
let guard: SignInGuard;
beforeEach(() => {
  clock = manualClock('2026-11-21T12:00:00Z');
  guard = new SignInGuard(clock);
});

/** What an attempt comes to: the seconds to wait, or that it may be tried. */
function attempt(remoteAddress: string, seenFrom: readonly string[] = [HOME]): number | 'tried' {
  try {
    const guarded = { email: EMAIL, remoteAddress };
    guard.begin(guarded);
    guard.requireFamiliar(guarded, seenFrom);
    return 'tried';
  } catch (error) {
    // All that the guard throws.
    return (error as { retryAfterSeconds: number }).retryAfterSeconds;
  }
}

/** One guess from each of so many networks. */
const guesses = (count: number, first = 0) =>
  Array.from({ length: count }, (_, n) => {
    const at = first + n;
    return attempt(`10.${String(at >> 16)}.${String((at >> 8) & 255)}.${String(at & 255)}`);
  });

describe('many networks that guess at one account', () => {
  it('are slowed down together, up to a guess a minute', () => {
    expect(guesses(50)).not.toContain(1);
    expect(guesses(3, 50)).toEqual([1, 1, 1]);
    let at = 100;
    for (const waitSeconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
      clock.advance(waitSeconds * 1000 - 1);
      expect(guesses(1, (at += 1))[0]).not.toBe('tried');
      clock.advance(1);
      expect(guesses(1, (at += 1))).toEqual(['tried']);
    }
  });

  it('get a guess a minute in a day of trying, and the account stays open to its person', () => {
    guesses(50);
    let tried = 0;
    for (let minute = 0; minute < 24 * 60; minute += 1) {
      tried += guesses(5, 1000 + minute * 5).filter((one) => one === 'tried').length;
      clock.advance(60_000);
    }
    expect(tried).toBeLessThanOrEqual(24 * 60);
    expect(attempt(HOME)).toBe('tried');
  });

  it('do not slow down a network from which the person has signed in', () => {
    guesses(60);
    expect(attempt(HOME)).toBe('tried');
    expect(attempt('2001:db8::7', ['2001:db8::1'])).toBe('tried');
    expect(attempt('2001:db8:0:1::7', ['2001:db8::1'])).toBe(1);
  });

  it('do not slow down a person who has just proved themselves by mail', () => {
    guesses(60);
    expect(attempt('198.51.100.7')).toBe(1);
    guard.vouchFor({ email: EMAIL, remoteAddress: '198.51.100.7' });
    expect(attempt('198.51.100.7')).toBe('tried');
    expect(attempt('198.51.100.8')).toBe(1);
    clock.advance(15 * 60_000);
    guesses(60, 500);
    expect(attempt('198.51.100.7')).toBe(1);
  });

  it('do not add to the waiting of whoever is turned away for their sake', () => {
    guesses(50);
    for (let n = 0; n < 20; n += 1) expect(attempt('198.51.100.7')).toBe(1);
    clock.advance(1000);
    expect(attempt('198.51.100.7')).toBe('tried');
  });
});

describe('one network', () => {
  it('is one, whatever address of it is used', () => {
    const outcomes = Array.from({ length: 6 }, (_, n) => attempt(`2001:db8::${String(n)}`));
    expect(outcomes).toEqual([...Array.from({ length: 5 }, () => 'tried'), 1]);
  });
});
