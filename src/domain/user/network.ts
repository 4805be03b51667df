/** Hexadecimal groups of an IPv6 address that name a network; whoever has one has all addresses in it. */
const NETWORK_GROUPS = 4;
const ALL_GROUPS = 8;
const IPV4_IN_IPV6 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * The network that a remote address belongs to, for counting: an IPv4 address itself, the /64 of an IPv6
 * address (a subscriber has at least that much, and computers change their address within it). Anything
 * else stands for itself.
 */
export function networkOf(remoteAddress: string): string {
  const mapped = IPV4_IN_IPV6.exec(remoteAddress)?.[1];
  if (mapped !== undefined) return mapped;
  const [address = ''] = remoteAddress.split('%');
  if (!address.includes(':')) return remoteAddress;
  const [head = '', tail] = address.split('::');
  const first = groupsOf(head);
  const last = groupsOf(tail ?? '');
  const zeros = tail === undefined ? 0 : Math.max(0, ALL_GROUPS - first.length - last.length);
  const groups = [...first, ...Array.from({ length: zeros }, () => '0'), ...last];
  return `${groups.slice(0, NETWORK_GROUPS).join(':')}::/64`;
}

function groupsOf(part: string): string[] {
  if (part === '') return [];
  return part.split(':').map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''));
}
