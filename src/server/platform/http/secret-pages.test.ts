import { expect, test } from 'vitest';
import { isSecretPage, withoutToken } from './secret-pages';

const TOKEN = 'kP3vXsecretTokenOfALink';

test.each([
  ['/reset-password', `/reset-password/${TOKEN}`],
  ['/confirm-email', `/confirm-email/${TOKEN}/`],
  ['/invitations', `/invitations/${TOKEN}/more`],
  ['/unsubscribe', `/unsubscribe/${TOKEN}`],
  ['/waivers/decide', `/waivers/decide/${TOKEN}`],
  ['/reset-password', `/%72eset-password/${TOKEN}`],
  ['//reset-password', `//reset-password/${TOKEN}`],
  ['/Reset-Password', `/Reset-Password/${TOKEN}`],
])('%s/… is all that is told of %s', (page, path) => {
  expect(withoutToken(path)).toBe(`${page}/…`);
});

test.each([
  '/',
  '/set-up',
  '/images',
  '/waivers/0193',
  '/waivers',
  '/invitation/x',
  '/a%zz',
  '/%7e',
])('nothing is taken out of %s', (path) => {
  expect(withoutToken(path)).toBe(path);
});

test('pages by a link of a mail, and the set-up, are secret', () => {
  expect(isSecretPage('/set-up')).toBe(true);
  expect(isSecretPage(`/waivers/decide/${TOKEN}`)).toBe(true);
  expect(isSecretPage('/waivers')).toBe(false);
  expect(isSecretPage('/reset-passwords')).toBe(false);
});
