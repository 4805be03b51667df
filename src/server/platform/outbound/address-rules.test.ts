import { describe, expect, it } from 'vitest';
import { isNetwork, nearnessBy, NO_PEERS } from './address-rules';

describe('an address that the operator has not named', () => {
  const nearness = nearnessBy(NO_PEERS);

  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:8.8.8.8',
    '::ffff:7f00:1',
    '::127.0.0.1',
    '64:ff9b::a00:1',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    '2001:db8::1',
    '2002:7f00:1::',
    'fd12:3456::1',
    'fe80::1',
    'ff02::1',
  ])('is private: %s', (address) => {
    expect(nearness(address)).toBe('private');
  });

  it.each(['8.8.8.8', '172.15.255.255', '172.32.0.1', '100.128.0.1', '2606:4700::1111'])(
    'is public: %s',
    (address) => {
      expect(nearness(address)).toBe('public');
    },
  );
});

describe('what the operator allows', () => {
  const nearness = nearnessBy({
    hosts: new Set(['192.168.7.7', 'fd00::7']),
    networks: ['10.20.0.0/16', 'fd12::/16'],
  });

  it.each(['192.168.7.7', 'FD00::7', '10.20.3.4', 'fd12:1::1'])('is allowed: %s', (address) => {
    expect(nearness(address)).toBe('allowed');
  });

  it.each(['192.168.7.8', '10.21.0.1', 'fd13::1', '::ffff:10.99.0.1'])(
    'ends where it ends: %s',
    (address) => {
      expect(nearness(address)).toBe('private');
    },
  );
});

describe('a network', () => {
  it.each(['10.0.0.0/8', '0.0.0.0/0', 'fd00::/8', '::1/128'])('may be %s', (text) => {
    expect(isNetwork(text)).toBe(true);
  });

  it.each(['10.0.0.0', '10.0.0.0/33', '10.0.0/8', 'fd00::/129', 'host/8', '10.0.0.0/8/8', '/8'])(
    'is not %s',
    (text) => {
      expect(isNetwork(text)).toBe(false);
    },
  );
});
