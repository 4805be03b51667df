import { expect, it } from 'vitest';
import { webAddress } from './web-address';

it.each([
  ['https://endoflife.date/nodejs', 'https://endoflife.date/nodejs'],
  ['http://a.example', 'http://a.example'],
  ['javascript:alert(1)', null],
  ['//evil.example', null],
  ['nodejs', null],
  ['', null],
  [null, null],
])('%s', (text, address) => {
  expect(webAddress(text)).toBe(address);
});
