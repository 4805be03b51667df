import { BlockList, isIP } from 'node:net';

/**
 * Networks that are nobody's public service: the ones that IANA's special-purpose registries (RFC 6890 and its
 * updates) call not globally reachable, multicast, and those that carry an IPv4 address inside an IPv6 one, where the
 * inner address would escape the rules (mapped, NAT64, 6to4, Teredo).
 */
const PRIVATE_NETWORKS = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/96',
  '::ffff:0:0/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
];

/** What an operator lets people have the server ask, beside public hosts: names, addresses and networks. */
export interface AllowedPeers {
  /** Lower case. */
  readonly hosts: ReadonlySet<string>;
  /** As `10.0.0.0/8`. */
  readonly networks: readonly string[];
}

export const NO_PEERS: AllowedPeers = Object.freeze({ hosts: new Set<string>(), networks: [] });

/** Tells whether a text is a network, such as `10.0.0.0/8` or `fd00::/8`. */
export function isNetwork(text: string): boolean {
  const [address = '', prefix = '', ...rest] = text.split('/');
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return rest.length === 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) <= bits;
}

/** An IPv6 address as it is written by whoever looks a name up; any other host as it is. */
export function asLookedUp(host: string): string {
  const url = `http://[${host}]`;
  return isIP(host) === 6 && URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : host;
}

function blockListOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix = ''] = network.split('/');
    list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return list;
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/**
 * How near an address is: `allowed` by the operator, `public`, or `private`, which nobody but the operator may have
 * the server connect to.
 */
export type Nearness = 'allowed' | 'public' | 'private';

/** Makes the function that sorts addresses (numbers, not names) by what the operator allows. */
export function nearnessBy(allowed: AllowedPeers): (address: string) => Nearness {
  // A list of both families would take an IPv4 address for a mapped one, which `::ffff:0:0/96` refuses.
  const privates = {
    ipv4: blockListOf(PRIVATE_NETWORKS.filter((network) => !network.includes(':'))),
    ipv6: blockListOf(PRIVATE_NETWORKS.filter((network) => network.includes(':'))),
  };
  const allowance = blockListOf(allowed.networks);
  return (address) => {
    const family = familyOf(address);
    if (allowed.hosts.has(address.toLowerCase())) return 'allowed';
    if (allowance.check(address, family)) return 'allowed';
    return privates[family].check(address, family) ? 'private' : 'public';
  };
}
