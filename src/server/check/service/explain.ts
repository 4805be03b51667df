import type { CatalogView } from '@/domain/catalog/view';
import type { CheckQuestion } from '@/domain/catalog/check/answer';
import type { CatalogMatch } from '@/domain/catalog/match';
import { dayOf } from '@/domain/eol/calendar';
import type { Deps } from '@/server/platform/deps';
import { toCycleRecord } from '@/server/catalog/dto';
import { type Asker, checkComponents } from './check';

/**
 * Gives the answer of `/eol/check` to each question, with the answers to a person's next questions: whose support
 * it is and how the catalog was led there.
 */
export async function explainComponents(
  deps: Deps,
  asker: Asker,
  questions: readonly CheckQuestion[],
) {
  const [answers, view] = await Promise.all([
    checkComponents(deps, asker, questions),
    deps.catalog.forOrganization(asker.organizationId),
  ]);
  const today = dayOf(deps.clock.now());
  const results = answers.map((answer, index) => {
    const component = questions[index]?.component;
    return { answer, about: component ? aboutOf(view.match(component), view) : null };
  });
  return { today, results };
}

/** Explains a match; null where the catalog was led to no product. */
function aboutOf(match: CatalogMatch, view: CatalogView) {
  const { product } = match;
  if (!product) return null;
  const named = { slug: product.slug, name: product.name, vendor: product.vendor };
  // A product may be hidden behind the organization's own of the same slug.
  const isListed = view.productBySlug(product.slug)?.name === product.name;
  const about = { product: named, is_listed: isListed };
  if (!match.found) return { ...about, found: null };
  const { cycle, maintainer, by, upstream } = match;
  return {
    ...about,
    found: {
      cycle: toCycleRecord(cycle),
      maintainer,
      by,
      upstream: upstream && {
        slug: upstream.product.slug,
        name: upstream.product.name,
        cycle: upstream.cycle.label,
      },
    },
  };
}
