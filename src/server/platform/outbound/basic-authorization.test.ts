import { expect, test } from 'vitest';
import { basicAuthorization } from './basic-authorization';

test.each([
  ['https://u:p@nexus.example', 'u:p'],
  ['https://u:p%40ss@nexus.example', 'u:p@ss'],
  ['https://u:100%@nexus.example', 'u:100%'],
  ['https://u:%ff@nexus.example', 'u:%ff'],
  ['https://:key@nexus.example', ':key'],
])('%s is asked as %s', (address, pair) => {
  const header = basicAuthorization(new URL(address));
  expect(Buffer.from(header?.slice('Basic '.length) ?? '', 'base64').toString()).toBe(pair);
});

test('an address without a user is asked without a header', () => {
  expect(basicAuthorization(new URL('https://nexus.example'))).toBeNull();
});
