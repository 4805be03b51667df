/** The addresses of the servers of one database, in the order in which they are named. */
export type DatabaseAddresses = readonly [string, ...string[]];

const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)([^?#]*)(\?[^#]*)?$/;

/** Of the values that libpq knows, those that look for a server that takes changes: nothing can be done on another. */
const WRITABLE = new Set(['read-write', 'primary', 'any']);
/** Those with which a server is good that takes none. */
const ANY = new Set(['any', 'read-only', 'standby', 'prefer-standby']);

/**
 * Reads the address of a database as libpq writes it: several servers with commas between them, each with its port or
 * PostgreSQL's own, and `target_session_attrs`. `pg` takes one server, so each gets an address of its own.
 * @returns null for what is no such address
 */
export function readAddresses(
  text: string,
  role: 'primary' | 'replica' = 'primary',
): DatabaseAddresses | null {
  const [, head, hosts, path, search = ''] = PARTS.exec(text) ?? [];
  if (head === undefined || hosts === undefined || path === undefined) return null;
  const query = new URLSearchParams(search);
  const wanted = query.get('target_session_attrs');
  if (wanted !== null && !(role === 'primary' ? WRITABLE : ANY).has(wanted)) return null;
  query.delete('target_session_attrs');
  const rest = path + (query.size === 0 ? '' : `?${query.toString()}`);
  // A user at a folder with a socket: `URL` wants a host behind it, which the folder goes before.
  const named = hosts === '' && head.endsWith('@') && query.has('host') ? 'localhost' : hosts;
  const [first, ...others] = named.split(',').map((host) => `${head}${host}${rest}`);
  if (first === undefined) return null;
  const all: DatabaseAddresses = [first, ...others];
  const isAddress = (one: string) =>
    URL.canParse(one) && (new URL(one).hostname !== '' || (all.length === 1 && query.has('host')));
  return all.every(isAddress) ? all : null;
}
