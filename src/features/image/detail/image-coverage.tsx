import { Fragment, type ReactNode } from 'react';
import { StatusMark } from '@/components/status/status-mark';
import { TextLink } from '@/components/ui/text-link';
import type { ComponentState } from '@/domain/inventory/component-state';
import { countOf, formatCount } from '@/lib/numbers';
import { imageHref } from '../image-page-params';
import type { ImageDetail } from '../image-types';

/** How much of an image the catalogue knows. What it does not know is said, and never looks fine. */
export function ImageCoverage({ image }: { image: ImageDetail }) {
  const { componentCount, coverage, matching } = image;
  if (componentCount === 0) return null;
  const { matched, distribution, unknown, pending, distributionName } = coverage;
  const maintainer = distributionName ?? 'their distribution';
  const parts: readonly Part[] = [
    { state: 'matched', count: matched, words: 'matched' },
    { state: 'distribution', count: distribution, words: `maintained by ${maintainer}` },
    {
      state: 'unknown',
      count: unknown,
      words: 'unknown to the catalogue',
      mark: <StatusMark status="unknown" />,
    },
    { state: 'pending', count: pending, words: 'not matched yet' },
  ];
  const shown = parts.filter(({ count }) => count > 0);
  return (
    <div className="grid gap-1 text-sm text-muted">
      <p>
        {countOf(componentCount, 'package')}:{' '}
        {shown.map((part, index) => (
          <Fragment key={part.state}>
            {index > 0 && ', '}
            <CoverageLink imageTagId={image.id} {...part} />
          </Fragment>
        ))}
      </p>
      {matching && <p role="status">{matchingWords(matching)}</p>}
    </div>
  );
}

interface Part {
  readonly state: ComponentState;
  readonly count: number;
  readonly words: string;
  readonly mark?: ReactNode;
}

function CoverageLink({ imageTagId, state, count, words, mark }: Part & { imageTagId: string }) {
  return (
    <TextLink href={imageHref(imageTagId, { tab: 'packages', match: state })}>
      {mark && <span className="mr-1 inline-block align-[-0.1em]">{mark}</span>}
      {formatCount(count)} {words}
    </TextLink>
  );
}

function matchingWords({ done, total }: NonNullable<ImageDetail['matching']>): string {
  const start = 'The catalogue has changed and packages are being matched again';
  return total === null
    ? `${start}.`
    : `${start}: ${formatCount(done)} of ${countOf(total, 'image')} done.`;
}
