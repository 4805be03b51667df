import type { CatalogMatch } from '@/domain/catalog/match';

/**
 * A match in one line, for tables of expectations: `nginx 1.18`, `debian 11 (nginx 1.18)` for a distribution's
 * package with what it packages, `debian 11 (?)` where that is not known, `- unknown_cycle` for none.
 */
export function describedMatch(match: CatalogMatch): string {
  if (!match.found) return `- ${match.reason}`;
  const found = `${match.product.slug} ${match.cycle.name}`;
  if (match.maintainer === 'vendor') return found;
  const { upstream } = match;
  return `${found} (${upstream ? `${upstream.product.slug} ${upstream.cycle.name}` : '?'})`;
}
