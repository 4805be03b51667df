import { parsePurl, type Purl } from '@/domain/identifiers/purl';
import { purlKey } from './keys';

/** The sign that stands for the rest of a package's name: `pkg:npm/@acme/*`. */
const REST = '*';

/** The beginning that a package's key has to have: `npm/@acme/`. */
export interface PurlPattern {
  readonly type: string;
  readonly start: string;
}

/** Reads a package URL that ends in `*` as a pattern; null for one that names a single package. */
export function purlPattern({ type, namespace, name }: Purl): PurlPattern | null {
  if (!name.endsWith(REST)) return null;
  return { type, start: purlKey(type, namespace, name.slice(0, -REST.length)) };
}

/**
 * Says what is wrong with a package URL by which a product is to be recognized; null: nothing. It names no version, and may
 * end in one `*`, which stands for any rest of the name, further folders included.
 */
export function purlIdentifierFault(text: string): string | null {
  const reading = parsePurl(text);
  if (!reading.ok) return reading.fault;
  const { purl } = reading;
  if (purl.version !== null)
    return 'a product is recognized in every version: leave out the version';
  const path = `${purl.namespace ?? ''}/${purl.name}`;
  const first = path.indexOf(REST);
  if (first < 0) return null;
  if (first !== path.length - REST.length) return '"*" stands once, at the end of the name';
  if (path === `/${REST}`) return '"*" alone would be every package of its type';
  return null;
}
