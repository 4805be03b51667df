import { TextLink } from '@/components/ui/text-link';
import { MoveAdvice } from '@/features/advice/move-advice';
import { formatDay } from '@/lib/dates';
import { webAddress } from '@/lib/web-address';
import type { ImageFinding } from '../image-types';

type Facts = NonNullable<ImageFinding['catalog']>;

/** What the catalogue says beyond the date: where to move, the other support levels, the vendor's own words. */
export function FindingCatalog({ finding }: { finding: ImageFinding }) {
  const { advice, catalog, productName } = finding;
  return (
    <>
      {advice && (
        <p className="flex min-w-0 gap-x-1.5 text-xs md:col-span-4">
          {advice.target && <span className="shrink-0 text-muted">Move to </span>}
          <MoveAdvice advice={advice} product={productName} />
        </p>
      )}
      {catalog && <FurtherFacts facts={catalog} product={productName} />}
    </>
  );
}

function FurtherFacts({ facts, product }: { facts: Facts; product: string }) {
  const levels = facts.support.filter(({ level }) => level !== 'STANDARD_SUPPORT');
  const words = levels.map(levelWords);
  const page = vendorsPage(facts);
  if (words.length === 0 && page === null) return null;
  return (
    <p className="flex min-w-0 flex-wrap gap-x-4 text-xs text-muted md:col-span-4">
      {words.map((text) => (
        <span key={text}>{text}</span>
      ))}
      {page && (
        <TextLink href={page} external>
          Vendor’s page<span className="sr-only"> on {product}</span>
        </TextLink>
      )}
    </p>
  );
}

const LEVEL_NAMES = {
  ACTIVE_SUPPORT: 'Active support',
  STANDARD_SUPPORT: 'Standard support',
  EXTENDED_SUPPORT: 'Extended support',
} as const;

function levelWords({ level, endsOn, ended }: Facts['support'][number]): string {
  const name = LEVEL_NAMES[level];
  if (endsOn === null) return ended ? `${name} has ended` : `${name} has no announced end`;
  return `${name} ${ended ? 'ended' : 'ends'} ${formatDay(endsOn)}`;
}

/** What the vendor says of the product. Notes on the cycle that is left are no help to whoever leaves it. */
function vendorsPage({ references }: Facts): string | null {
  const page = references.find(({ type, url }) => type !== 'CHANGELOG' && webAddress(url) !== null);
  return webAddress(page?.url ?? null);
}
