import type { Day } from '@/domain/eol/calendar';
import { hasEnd, type Product, type ReleaseCycle, type SupportLevel } from './catalog';
import type { CoveringTerms } from './covered';

/**
 * A release cycle as the first API of endoflife.date writes it, which other tools read. A date is the day that support
 * ends; `true`: it has ended on an unknown day; `false`: there is such support, and its end is not announced. What is not
 * known is left out. Source: `/api/{product}.json` of endoflife.date, version 0.
 */
export interface EndoflifeCycle {
  /** The product's slug. Beyond version 0: Backstage's plugin names each cycle by it where an address is read. */
  readonly product: string;
  readonly cycle: string;
  readonly codename?: string;
  readonly releaseDate: string;
  readonly support?: string | boolean;
  readonly eol?: string | boolean;
  readonly extendedSupport?: string | boolean;
  readonly latest?: string;
  readonly latestReleaseDate?: string;
  readonly lts: boolean;
  readonly link?: string;
  /** Beyond version 0, as the slug is: whose paid support it is, where a contract covers the cycle everywhere. */
  readonly contract?: { readonly vendor: string; readonly until: Day };
}

/**
 * Writes the release cycles of a product that are out, in the order of the catalog. One without a day of release is left
 * out: for want of one Renovate refuses the whole product, and Backstage's plugin draws none of it. So it is with a day
 * that lies ahead.
 *
 * What a contract covers is paid support, and no more: `eol` is the end without it. Programs that propose updates lead to
 * what has not ended by `eol`, and nothing is recommended because of a contract.
 * @param upstream the catalog's product in whose place an organization's own stands: cycles that it lacks are the catalog's
 */
export function toEndoflifeCycles(
  product: Product,
  upstream: Product | null,
  today: Day,
  contractOf: (cycle: ReleaseCycle) => CoveringTerms | null = () => null,
): EndoflifeCycle[] {
  const own = new Set(product.cycles.map(({ name }) => name));
  const others = (upstream?.cycles ?? []).filter(({ name }) => !own.has(name));
  return [...product.cycles, ...others].flatMap((cycle) => {
    const { releasedOn } = cycle;
    if (releasedOn === null || releasedOn > today) return [];
    const contract = contractOf(cycle);
    return [
      {
        ...{ product: product.slug, ...toCycle(cycle, releasedOn) },
        ...(contract && paidSupport(cycle, contract)),
      },
    ];
  });
}

function toCycle(cycle: ReleaseCycle, releaseDate: Day): Omit<EndoflifeCycle, 'product'> {
  const { name, codename, latestRelease, latestReleasedOn, lts } = cycle;
  return {
    cycle: name,
    ...(codename !== null && { codename }),
    releaseDate,
    ...said('support', cycle, 'ACTIVE_SUPPORT'),
    ...said('eol', cycle, 'STANDARD_SUPPORT'),
    ...said('extendedSupport', cycle, 'EXTENDED_SUPPORT'),
    ...(latestRelease !== null && { latest: latestRelease }),
    ...(latestReleasedOn !== null && { latestReleaseDate: latestReleasedOn }),
    lts,
    ...(cycle.releaseNotesUrl !== null && { link: cycle.releaseNotesUrl }),
  };
}

/** Nothing where no end is known: what it covers would be said to end with it. */
function paidSupport(cycle: ReleaseCycle, { vendor, endsOn }: CoveringTerms) {
  const contract = { vendor, until: endsOn };
  const extended = cycle.support.find(({ level }) => level === 'EXTENDED_SUPPORT');
  const isLonger =
    !extended || (extended.endsOn === null ? extended.ended : extended.endsOn < endsOn);
  return hasEnd(cycle) && isLonger ? { extendedSupport: endsOn, contract } : { contract };
}

function said(
  field: 'support' | 'eol' | 'extendedSupport',
  { support, inferred }: ReleaseCycle,
  wanted: SupportLevel,
): Partial<EndoflifeCycle> {
  const end = support.find(({ level }) => level === wanted);
  // Concluded from later cycles; other tools have no word for an estimate, and this one has ended at any rate.
  if (!end) return field === 'eol' && inferred ? { eol: true } : {};
  return { [field]: end.endsOn ?? end.ended };
}
