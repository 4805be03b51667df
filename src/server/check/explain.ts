import type { ReleaseCycle } from '@/domain/catalog/catalog';
import type { CatalogView } from '@/domain/catalog/catalog-view';
import type { CheckQuestion } from '@/domain/catalog/check/answer';
import { nextSupportedCycle, standardSupport } from '@/domain/catalog/cycle-end';
import type { CatalogMatch } from '@/domain/catalog/match';
import { dayOf, type Day } from '@/domain/eol/calendar';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Deps } from '@/server/deps';
import { toCycleRecord } from '@/server/catalog/product-dto';
import { checkComponents } from './service';

/**
 * What `/eol/check` answers to each question, and beside it what a person asks next: whose support it is, how
 * the catalogue was led there, and where to move.
 */
export async function explainComponents(
  deps: Deps,
  organizationId: OrganizationId,
  questions: readonly CheckQuestion[],
) {
  const [answers, view] = await Promise.all([
    checkComponents(deps, organizationId, questions),
    deps.catalog.forOrganization(organizationId),
  ]);
  const today = dayOf(deps.clock.now());
  const results = answers.map((answer, index) => {
    const component = questions[index]?.component;
    return { answer, about: component ? aboutOf(view.match(component), view, today) : null };
  });
  return { today, results };
}

/** Null where the catalogue was led to no product. */
function aboutOf(match: CatalogMatch, view: CatalogView, today: Day) {
  const { product } = match;
  if (!product) return null;
  const named = { slug: product.slug, name: product.name, vendor: product.vendor };
  // A product may be hidden behind the organization's own of the same slug.
  const isListed = view.productBySlug(product.slug)?.name === product.name;
  const about = { product: named, is_listed: isListed };
  if (!match.found) return { ...about, found: null };
  const { cycle, maintainer, by, upstream } = match;
  const next = nextSupportedCycle(product, cycle.name, today);
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
      next_cycle: next && toNext(next),
    },
  };
}

function toNext(cycle: ReleaseCycle) {
  return {
    name: cycle.name,
    label: cycle.label,
    ends_on: standardSupport(cycle)?.endsOn ?? null,
    release_notes_url: cycle.releaseNotesUrl,
  };
}
