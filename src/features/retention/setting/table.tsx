'use client';

import { Loading } from '@/components/feedback/loading';
import { TextLink } from '@/components/ui/text-link';
import { CallFailure } from '@/features/frame/call-failure';
import { hrefs } from '@/features/hrefs';
import { formatInstantDay } from '@/lib/dates';
import { countOf, formatBytes, formatCount } from '@/lib/numbers';
import type { RetentionPreview } from '../types';
import { rowsOf } from '../words';

export interface PreviewProps {
  preview: {
    readonly data: RetentionPreview | undefined;
    readonly error: unknown;
    readonly isFetching: boolean;
    readonly refetch: () => Promise<unknown>;
  };
  removesNothing: boolean;
}

/** Says what rules would remove before they are saved. */
export function Preview({ preview, removesNothing }: PreviewProps) {
  if (removesNothing) {
    return (
      <p className="text-sm font-medium">Nothing is removed any more. What is gone stays gone.</p>
    );
  }
  if (preview.error)
    return <CallFailure title="What this would remove could not be counted." query={preview} />;
  if (!preview.data) return <Loading label="Counting what would go" rows={3} columns={3} />;
  const { kinds, rows, examples } = preview.data;
  return (
    <section aria-label="What would go" className="grid min-w-0 grid-cols-1 gap-3 text-sm">
      <p role="status" className="font-medium">
        {rows === 0
          ? 'Nothing is old enough to go today.'
          : `This would remove ${countOf(rows, 'row')} now.`}
      </p>
      <ul className="grid gap-2">
        {kinds.map((kind) => (
          <li key={kind.kind} className="grid gap-0.5">
            <span>
              {rowsOf(kind.kind, kind.rows)}
              {kind.rows > 0 && kind.bytes !== null && `, about ${formatBytes(kind.bytes)}`}
              {kind.oldest !== null && `, the oldest of ${formatInstantDay(kind.oldest)}`}
            </span>
            <span className="text-xs text-muted">
              Kept from {formatInstantDay(kind.kept_from)} on; later about{' '}
              {formatCount(kind.per_month)} a month
            </span>
          </li>
        ))}
      </ul>
      {examples.length > 0 && (
        <div className="grid gap-1">
          <h3 className="text-xs font-semibold">Images that lose the most scans</h3>
          <ul className="grid gap-0.5">
            {examples.map((image) => (
              <li key={image.image_tag_id} className="min-w-0 wrap-anywhere">
                <TextLink href={hrefs.image(image.image_tag_id, { tab: 'history' })}>
                  {image.name}
                </TextLink>{' '}
                <span className="text-muted">
                  in {image.project_name}: {countOf(image.scans, 'scan')} since{' '}
                  {formatInstantDay(image.oldest)}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <p className="max-w-prose text-xs text-muted">
        Bytes are about what rows take with their indexes. The files of the database do not shrink
        at once: it uses the room for what comes next.
      </p>
    </section>
  );
}
