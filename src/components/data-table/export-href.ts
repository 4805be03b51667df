/** Returns the address of a list's file with exactly these columns, in their order. */
export function withColumns(href: string, ids: readonly string[]): string {
  const [path = '', query = ''] = href.split('?');
  const search = new URLSearchParams(query);
  search.set('columns', ids.join(','));
  // Commas are what they are in an address's query.
  return `${path}?${search.toString().replaceAll('%2C', ',')}`;
}

/** Returns the address of the same file as JSON. */
export function asJson(href: string): string {
  const [path = '', ...query] = href.split('?');
  return [path.replace(/\.csv$/, '.json'), ...query].join('?');
}

/** More ids do not fit into an address that all proxies take. */
export const MAX_EXPORTED_IDS = 150;

/** Returns the address of a list's file with these records alone. */
export function withIds(href: string, ids: readonly string[]): string {
  return `${href}${href.includes('?') ? '&' : '?'}ids=${ids.join(',')}`;
}
