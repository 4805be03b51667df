import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { remoteAddressOf } from './mount';

function seenBy(forwarded: string | undefined, trustProxy = true, value = '192.0.2.1'): string {
  const request = new IncomingMessage(new Socket());
  Object.defineProperty(request.socket, 'remoteAddress', { value });
  if (forwarded !== undefined) request.headers['x-forwarded-for'] = forwarded;
  return remoteAddressOf(request, trustProxy);
}

test('a proxy that is trusted says last who called', () => {
  expect(seenBy('203.0.113.9, 198.51.100.7')).toBe('198.51.100.7');
  expect([undefined, '', ' , '].map((forwarded) => seenBy(forwarded))).toEqual(
    Array.from({ length: 3 }, () => '192.0.2.1'),
  );
  expect(seenBy('203.0.113.9', false)).toBe('192.0.2.1');
});

test.each([
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8::7', '2001:db8::7'],
])('who comes to a port for both kinds of addresses, as %s, is called %s', (address, name) => {
  expect(seenBy(undefined, false, address)).toBe(name);
});

test('what is no address by its length is none: it could not be kept', () => {
  expect(seenBy('x'.repeat(255))).toBe('x'.repeat(255));
  expect(seenBy('x'.repeat(256))).toBe('192.0.2.1');
});
