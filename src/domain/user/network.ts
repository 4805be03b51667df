const ALL_GROUPS = 8;
/** Groups that name a network: whoever has one has all addresses in it. */
const NETWORK_GROUPS = 4;
/** Groups that name a site, which has up to 65,536 networks. */
const SITE_GROUPS = 3;
const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;

/**
 * The network that a remote address belongs to, for counting: an IPv4 address itself, the /64 of an IPv6
 * address (a subscriber has at least that much, and computers change their address within it). A port, which
 * some proxies report, does not count. Anything else stands for itself.
 */
export function networkOf(remoteAddress: string): string {
  const bare = withoutPort(remoteAddress.trim());
  const groups = groupsOf(bare);
  if (!groups) return bare;
  return mappedIpv4(groups) ?? `${groups.slice(0, NETWORK_GROUPS).join(':')}::/64`;
}

/** The /48 of an IPv6 address; null for anything else, which has no wider network that is one party's. */
export function siteOf(remoteAddress: string): string | null {
  const groups = groupsOf(withoutPort(remoteAddress.trim()));
  if (!groups || mappedIpv4(groups) !== null) return null;
  return `${groups.slice(0, SITE_GROUPS).join(':')}::/48`;
}

/** Without a port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function withoutPort(address: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d*)?$/.exec(address)?.[1];
  return bracketed ?? address.replace(/^(\d{1,3}(?:\.\d{1,3}){3}):\d*$/, '$1');
}

/** The eight groups of an IPv6 address, in lower case and without leading zeros; null when it is none. */
function groupsOf(text: string): string[] | null {
  const [address = ''] = text.split('%');
  if (!address.includes(':')) return null;
  const [head = '', tail, more] = address.split('::');
  if (more !== undefined) return null;
  const first = groupsIn(head);
  const last = groupsIn(tail ?? '');
  const missing = ALL_GROUPS - first.length - last.length;
  if (tail === undefined ? missing !== 0 : missing < 0) return null;
  const groups = [...first, ...Array.from({ length: missing }, () => '0'), ...last];
  return groups.every((group) => /^[0-9a-f]{1,4}$/.test(group)) ? groups : null;
}

function groupsIn(part: string): string[] {
  if (part === '') return [];
  return part.split(':').flatMap((group) => {
    if (!IPV4.test(group)) return [group.toLowerCase().replace(/^0+(?=.)/, '')];
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [(a * 256 + b).toString(16), (c * 256 + d).toString(16)];
  });
}

/** The IPv4 address that `::ffff:…` stands for, however it is written. */
function mappedIpv4(groups: readonly string[]): string | null {
  if (groups.slice(0, 5).some((group) => group !== '0') || groups[5] !== 'ffff') return null;
  const bytes = groups.slice(6).map((group) => Number.parseInt(group, 16));
  return bytes.flatMap((pair) => [pair >> 8, pair & 255]).join('.');
}
