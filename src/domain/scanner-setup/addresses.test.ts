import { describe, expect, it } from 'vitest';
import { portMapping, serviceAddress, urlFromContainer } from './addresses';

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
    expect(serviceAddress({ ...given, hostAddress: '2001:db8::9' })).toEqual({
      ...{ kind: 'known', address: '2001:db8::9' },
    });
    expect(serviceAddress({ ...given, hostAddress: 'scan.example.com' })).toEqual({
      ...{ kind: 'named', host: 'scan.example.com' },
    });
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

const setup = {
  publicUrl: 'http://eventide.example.com:3000',
  scannerTlsPort: 9443,
  apiKey: 'k',
  caUrl: null,
  databaseUrl: 'https://feed.example.com',
};

describe('portMapping', () => {
  it('is not needed on the scanner’s own port', () => {
    expect(portMapping({ ...setup, scannerTlsPort: 443 })).toBeNull();
  });

  it('maps 443 for Docker, or for the machine and what comes to it alone', () => {
    expect(portMapping(setup)?.steps.map(({ code }) => code)).toEqual([
      '--publish 443:9443',
      [
        'sudo iptables -t nat -A PREROUTING -p tcp --dport 443 -m addrtype --dst-type LOCAL -j REDIRECT --to-ports 9443',
        'sudo iptables -t nat -A OUTPUT -p tcp --dport 443 -m addrtype --dst-type LOCAL -j REDIRECT --to-ports 9443',
      ].join('\n'),
    ]);
  });

  it('leaves port 443 to the dashboard that answers there', () => {
    const behindProxy = { ...setup, publicUrl: 'https://eventide.example.com' };
    expect(portMapping(behindProxy)).toMatchObject({
      explanation: expect.stringContaining(
        'has to pass TLS for api.xeol.io and engine.xeol.io through',
      ),
      steps: [],
    });
    expect(portMapping({ ...behindProxy, hostAddress: '10.0.0.7' })).toBeNull();
  });
});
