import { expect, test } from 'vitest';
import { leavingBy } from './handler';
import { keptPlace, wayBackCookie } from './way-back';

const HERE = 'https://eol.example.com';
const END = 'https://id.example.com/end?client_id=eventide';

test.each([
  [`${HERE}/sign-in`, null],
  [`${HERE}/images?q=a%20b`, '/images?q=a%20b'],
  [`${HERE}/invitations/abc`, '/invitations/abc'],
  [`${HERE}/sign-in?callbackUrl=%2Finvitations%2Fabc`, '/invitations/abc'],
  [`${HERE}/sign-in?callbackUrl=https%3A%2F%2Fevil.example`, null],
  ['https://evil.example/images', null],
])('leaving for %s comes back to %s, of which the provider hears nothing', async (meant, path) => {
  const cookie = { 'set-cookie': 'next-auth.session-token=; Max-Age=0' };
  const cookies = [cookie['set-cookie'], ...(path === null ? [] : [wayBackCookie(HERE, path)])];
  const asJson = await leavingBy(END, Response.json({ url: meant }, { headers: cookie }), HERE);
  const { url } = (await asJson.json()) as { url: string }; // as `leavingBy` writes it
  expect(new URL(url).origin).toBe('https://id.example.com');
  expect(new URL(url).searchParams.get('client_id')).toBe('eventide');
  expect(new URL(url).searchParams.get('state')).toBe(path === null ? null : 'kept');
  expect(url).not.toContain('abc');
  expect(asJson.headers.getSetCookie()).toEqual(cookies);

  const redirect = new Response(null, { status: 302, headers: { ...cookie, location: meant } });
  const asRedirect = await leavingBy(END, redirect, HERE);
  expect(asRedirect.headers.get('location')).toBe(url);
  expect(asRedirect.headers.getSetCookie()).toEqual(cookies);
});

test('the place is kept for a while, where no script reads it, and over TLS alone where there is TLS', () => {
  expect(wayBackCookie(HERE, '/images?q=a;b')).toBe(
    '__Host-eventide.way-back=%2Fimages%3Fq%3Da%3Bb; Path=/; Max-Age=600; HttpOnly; SameSite=Lax; Secure',
  );
  expect(wayBackCookie('http://localhost:3000', '/')).toBe(
    'eventide.way-back=%2F; Path=/; Max-Age=600; HttpOnly; SameSite=Lax',
  );
});

test('the place is found by who comes back, and by nobody else', () => {
  const jar = new Map([['__Host-eventide.way-back', { value: '/invitations/abc' }]]);
  expect(keptPlace('kept', jar, HERE)).toBe('/invitations/abc');
  for (const state of [undefined, '', '/images', ['kept']])
    expect(keptPlace(state, jar, HERE)).toBeUndefined();
  expect(keptPlace('kept', new Map(), HERE)).toBeUndefined();
  expect(keptPlace('kept', jar, 'http://localhost:3000')).toBeUndefined();
});
