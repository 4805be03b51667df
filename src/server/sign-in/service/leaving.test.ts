import { expect, test } from 'vitest';
import { leavingBy } from './handler';

const HERE = 'https://eol.example.com';
const END = 'https://id.example.com/end?client_id=eventide';

test.each([
  [`${HERE}/sign-in`, null],
  [`${HERE}/invitations/abc`, '/invitations/abc'],
  [`${HERE}/sign-in?callbackUrl=%2Finvitations%2Fabc`, '/invitations/abc'],
  [`${HERE}/sign-in?callbackUrl=https%3A%2F%2Fevil.example`, null],
  ['https://evil.example/images', null],
])('leaving for %s comes back to %s', async (meant, state) => {
  const cookie = { 'set-cookie': 'next-auth.session-token=; Max-Age=0' };
  const asJson = await leavingBy(END, Response.json({ url: meant }, { headers: cookie }), HERE);
  const { url } = (await asJson.json()) as { url: string }; // as `leavingBy` writes it
  expect(new URL(url).origin).toBe('https://id.example.com');
  expect(new URL(url).searchParams.get('client_id')).toBe('eventide');
  expect(new URL(url).searchParams.get('state')).toBe(state);
  expect(asJson.headers.getSetCookie()).toEqual([cookie['set-cookie']]);

  const redirect = new Response(null, { status: 302, headers: { ...cookie, location: meant } });
  const asRedirect = await leavingBy(END, redirect, HERE);
  expect(asRedirect.headers.get('location')).toBe(url);
  expect(asRedirect.headers.getSetCookie()).toEqual([cookie['set-cookie']]);
});
