'use client';

import { useId } from 'react';
import { DataTable } from '@/components/data-table/data-table';
import type { TableColumn } from '@/components/data-table/columns';
import { SectionHead } from '@/components/layout/section-head';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { COUNTED_WORDS } from '@/domain/evidence/counts';
import { hrefs } from '@/features/hrefs';
import { formatCount } from '@/lib/numbers';
import { DegreeBar } from './chart';
import { countIn, degreeWords, type Share, shareWords } from './words';

interface NamedShare extends Share {
  readonly href: string | undefined;
}

const COLUMNS: readonly TableColumn<NamedShare>[] = [
  {
    id: 'name',
    header: 'Name',
    primary: true,
    cell: ({ name, counts }) => (
      <>
        <span className="wrap-anywhere">{name}</span>
        <DegreeBar counts={counts} className="my-1 max-w-80" />
      </>
    ),
  },
  {
    id: 'known',
    header: 'Known',
    align: 'end',
    widthPx: 88,
    cell: ({ counts }) => (
      <>
        {shareWords(counts.known)}
        <VisuallyHidden>
          {counts.degrees
            .map(({ degree, count }) => `; ${degreeWords(COUNTED_WORDS[degree], count, counts)}`)
            .join('')}
        </VisuallyHidden>
      </>
    ),
  },
  {
    id: 'unknown',
    header: 'Unknown',
    align: 'end',
    widthPx: 96,
    cell: ({ counts }) => formatCount(countIn(counts, 'unknown')),
  },
  {
    id: 'components',
    header: 'Components',
    align: 'end',
    widthPx: 112,
    card: 'hide',
    cell: ({ counts }) => formatCount(counts.components),
  },
];

/** Of parts of the whole, whose tables stand side by side. */
const FEW_COLUMNS = COLUMNS.filter(({ id }) => id !== 'components');

export interface SharesProps {
  part: 'ecosystem' | 'team' | 'image';
  shares: readonly Share[];
}

const TITLES = {
  ecosystem: ['By ecosystem', 'As scanners call the type of a package'],
  team: ['By team', 'In the projects that each owns'],
  image: ['Least-known images', 'The fifty worst'],
} as const;

/** Lists the shares of one part, that of which least is known first. */
export function Shares({ part, shares }: SharesProps) {
  const headId = useId();
  const [title, description] = TITLES[part];
  const rows = shares.map((share) => ({
    ...share,
    name: share.name || (part === 'team' ? 'No team' : 'No type'),
    href: hrefOf(part, share),
  }));
  const isOfImages = part === 'image';
  return (
    <section aria-labelledby={headId} className="grid min-w-0 gap-2">
      <SectionHead id={headId} title={title} description={description} />
      {rows.length === 0 ? (
        <p className="rounded-md border bg-surface px-4 py-3 text-sm text-muted">
          {isOfImages ? 'Everything in every image is known.' : 'Nothing is held yet.'}
        </p>
      ) : (
        <DataTable
          name={`coverage-${part}`}
          label={title}
          columns={isOfImages ? COLUMNS : FEW_COLUMNS}
          rows={rows}
          rowId={({ id, name }) => id ?? name}
          rowHref={({ href }) => href}
          // A name and two numbers have room on a phone.
          phone={isOfImages ? 'cards' : 'scroll'}
        />
      )}
    </section>
  );
}

function hrefOf(part: SharesProps['part'], { id }: Share): string | undefined {
  if (id === null) return undefined;
  return part === 'team'
    ? hrefs.team(id)
    : hrefs.image(id, { tab: 'packages', evidence: 'unknown' });
}
