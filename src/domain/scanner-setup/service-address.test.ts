import { describe, expect, it } from 'vitest';
import { serviceAddress, urlFromContainer } from './service-address';

const input = {
  scannerTlsPort: 443,
  apiKey: 'k',
  caUrl: null,
  databaseUrl: 'https://feed.example.com',
};

describe('serviceAddress', () => {
  it.each([
    ['https://eventide.example.com', { kind: 'lookup' }],
    ['http://10.1.2.3:3000', { kind: 'known', address: '10.1.2.3' }],
    ['http://0x0a010203', { kind: 'known', address: '10.1.2.3' }],
    ['https://[2001:db8::7]:8443', { kind: 'known', address: '2001:db8::7' }],
    ['http://localhost:3000', { kind: 'this-machine' }],
    ['http://eventide.localhost', { kind: 'this-machine' }],
    ['http://127.8.0.1', { kind: 'this-machine' }],
    ['http://[::1]:3000', { kind: 'this-machine' }],
    ['http://127.example.com', { kind: 'lookup' }],
  ])('%s', (publicUrl, expected) => {
    expect(serviceAddress({ ...input, publicUrl })).toEqual(expected);
  });

  it('takes the address that was given before any other', () => {
    const given = { ...input, publicUrl: 'http://localhost', hostAddress: '10.9.9.9' };
    expect(serviceAddress(given)).toEqual({ kind: 'known', address: '10.9.9.9' });
  });

  it('says what is no URL', () => {
    expect(() => serviceAddress({ ...input, publicUrl: 'eventide' })).toThrow(TypeError);
  });
});

it('urlFromContainer rewrites only what would lead into the container', () => {
  expect(urlFromContainer('http://localhost:3000/a?b=c')).toBe(
    'http://host.docker.internal:3000/a?b=c',
  );
  expect(urlFromContainer('https://eventide.example.com/a')).toBe('https://eventide.example.com/a');
});
