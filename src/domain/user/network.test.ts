import { describe, expect, it } from 'vitest';
import { networkOf, siteOf } from './network';

describe('the network of an address', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::FFFF:c000:0201', '192.0.2.1'],
    ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
    ['192.0.2.1:4711', '192.0.2.1'],
    ['[2001:db8:1:2::9]:4711', '2001:db8:1:2::/64'],
    [' 192.0.2.1 ', '192.0.2.1'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
    ['1:2:3', '1:2:3'],
    ['1::2::3', '1::2::3'],
    ['::zz', '::zz'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['', ''],
    ['unix', 'unix'],
  ])('%s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

describe('the site of an address', () => {
  it.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['[2001:db8::1]:80', '2001:db8:0::/48'],
    ['::ffff:192.0.2.1', null],
    ['192.0.2.1', null],
    ['unix', null],
    ['', null],
  ])('%s is %s', (address, site) => {
    expect(siteOf(address)).toBe(site);
  });
});
