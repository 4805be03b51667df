import { Link } from '@/components/ui/link';
import { Check, Minus } from 'lucide-react';
import type { TableColumn } from '@/components/data-table/columns';
import { hrefs } from '@/features/hrefs';
import { formatDay } from '@/lib/dates';
import type { Outputs } from '@/trpc/outputs';

export type ImportedEntry = Outputs['waiver']['import']['entries'][number];

/** What becomes of each entry of a file. */
export const IMPORT_COLUMNS: readonly TableColumn<ImportedEntry>[] = [
  {
    id: 'id',
    header: 'Entry',
    primary: true,
    cell: ({ line, id }) => (
      <span className="grid min-w-0">
        <span className="font-mono text-xs wrap-anywhere whitespace-normal">{id}</span>
        <span className="text-xs font-normal text-muted">Line {line}</span>
      </span>
    ),
  },
  {
    id: 'outcome',
    header: 'Result',
    widthPx: { least: 180, share: 45, most: 560 },
    card: 'line',
    cell: (entry) => <Outcome entry={entry} />,
  },
  {
    id: 'ends',
    header: 'Last day',
    widthPx: 120,
    cell: ({ ends_on }) =>
      ends_on === null ? <span className="text-subtle">None</span> : formatDay(ends_on),
  },
];

function Outcome({ entry }: { readonly entry: ImportedEntry }) {
  const { product_name, cycle, waiver_id, not_asked_because: why } = entry;
  if (why !== null) {
    return (
      <span className="flex items-start gap-1.5 whitespace-normal text-muted">
        <Minus aria-hidden className="mt-0.5 size-3.5 shrink-0" />
        <span className="min-w-0 wrap-anywhere">Not asked for: {why}</span>
      </span>
    );
  }
  const software = `${product_name ?? ''} ${cycle ?? ''}`;
  return (
    <span className="flex items-start gap-1.5 whitespace-normal">
      <Check aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      {waiver_id === null ? (
        <span className="min-w-0 wrap-anywhere">A waiver of {software} would be asked for</span>
      ) : (
        <Link
          href={hrefs.waiver(waiver_id)}
          prefetch={false}
          className="relative min-w-0 rounded-sm wrap-anywhere hover:text-accent-text"
        >
          A waiver of {software} is asked for
        </Link>
      )}
    </span>
  );
}
