import type { Product } from './catalog';
import { foldedName } from './product-names';
import { slugsOfSharedName } from './shared-names';

/**
 * Whether a product is found by what somebody types or pastes: part of a name, slug, alias or identifier, a name that
 * it goes by with others, or the purl or CPE of one of its versions.
 */
export function productSearch(text: string): (product: Product) => boolean {
  const wanted = withoutVersion(text.trim()).map(foldedName);
  const shared = slugsOfSharedName(text);
  return ({ name, slug, identifiers }) =>
    shared.includes(slug) ||
    [name, slug, ...identifiers.map(({ value }) => value)].some((known) => {
      const folded = foldedName(known);
      return wanted.some((part) => folded.includes(part));
    });
}

/** Identifiers of the catalogue name no version; CPEs are there in either binding. */
function withoutVersion(text: string): string[] {
  if (/^pkg:/i.test(text)) return [text.replace(/[?#].*$/, '').replace(/@[^/]*$/, '')];
  const [, part, named] = /^cpe:(?:\/|2\.3:)([aoh]):([^:]+:[^:]+)/i.exec(text) ?? [];
  if (part === undefined || named === undefined) return [text];
  return [`cpe:/${part}:${named}`, `cpe:2.3:${part}:${named}`];
}
