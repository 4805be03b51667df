import { describe, expect, it } from 'vitest';
import { comesFromElsewhere, isSameOrigin } from './same-origin';

const host = 'eol.example.com';
const asked = (headers: Record<string, string>, publicUrl: string) =>
  isSameOrigin(new Headers({ host, ...headers }), publicUrl);

describe('a request of a page of our own', () => {
  it('is known by the address that the service is reached at, or the host that was asked', () => {
    expect(asked({ origin: 'https://eol.example.com' }, 'https://eol.example.com')).toBe(true);
    expect(asked({ origin: 'https://public.example' }, 'https://public.example')).toBe(true);
    expect(asked({ origin: 'http://eol.example.com' }, 'http://localhost:3000')).toBe(true);
    // A proxy ends TLS, and PUBLIC_URL does not say so.
    expect(asked({ origin: 'https://eol.example.com' }, 'http://localhost:3000')).toBe(true);
  });

  it('is not one of the same host over plain http, once the service is reached over https', () => {
    expect(asked({ origin: 'http://eol.example.com' }, 'https://eol.example.com')).toBe(false);
    expect(asked({ origin: 'http://eol.example.com' }, 'https://public.example')).toBe(false);
  });

  it('is not one of another port, of a longer host, or of nowhere', () => {
    for (const origin of [
      'http://eol.example.com:8080',
      'http://eol.example.com.evil.example',
      'http://evil.example',
      'null',
      '',
    ]) {
      expect(asked({ origin }, 'http://localhost:3000')).toBe(false);
    }
  });

  it('without an origin is what the browser says of its site', () => {
    const from = (site: string) => asked({ 'sec-fetch-site': site }, 'http://localhost:3000');
    expect(['same-origin', 'same-site', 'cross-site', 'none'].map(from)).toEqual([
      ...[true, false, false, false],
    ]);
    expect(asked({}, 'http://localhost:3000')).toBe(false);
    expect(comesFromElsewhere(new Headers({ host }), 'http://localhost:3000')).toBe(false);
  });
});
