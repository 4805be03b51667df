'use client';

import { hrefs } from '@/features/hrefs';
import { Link } from '@/components/ui/link';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from '@/components/ui/icon-button';
import { TextLink } from '@/components/ui/text-link';
import { Loading } from '@/components/feedback/loading';
import { CallFailure } from '@/features/frame/call-failure';
import { keepRows } from '@/features/frame/kept-rows';
import { ImageName } from '@/features/names/image';
import { ProjectName } from '@/features/names/project';
import { cn } from '@/lib/cn';
import { formatDay } from '@/lib/dates';
import { countOf, formatCount } from '@/lib/numbers';
import { useTRPC } from '@/trpc/client';
import type { PolicyImage } from '@/features/policy/types';
import { Because } from './words';
import type { OutlookQuestion, Selection } from './params';

const PAGE_SIZE = 10;

export interface OutlookImagesProps {
  question: OutlookQuestion;
  selection: Selection;
  /** From 1. */
  page: number;
  onPage: (page: number) => void;
  today: string;
}

/** The images that a number of the outlook counts, a few at a time. */
export function OutlookImages({ question, selection, page, onPage, today }: OutlookImagesProps) {
  const images = useQuery({
    ...useTRPC().policy.images.queryOptions(
      { ...question, ...selection, page, size: PAGE_SIZE },
      // A newer question ends the older one.
      { trpc: { abortOnUnmount: true } },
    ),
    placeholderData: keepRows,
  });
  if (images.error) return <CallFailure title="The images could not be listed." query={images} />;
  if (!images.data) return <Loading label="Loading images" rows={5} columns={2} />;
  const { items, total } = images.data;
  return (
    <section aria-labelledby="outlook-images" className="grid min-w-0 gap-2">
      <h3 id="outlook-images" className="text-sm font-semibold">
        {headingOf(total, selection, question)}
      </h3>
      {items.length > 0 && (
        <ul
          aria-busy={images.isPlaceholderData || undefined}
          className={cn(
            'min-w-0 rounded-md border transition-opacity',
            images.isPlaceholderData && 'opacity-60',
          )}
        >
          {items.map((image) => (
            <ImageLine key={image.id} image={image} policyId={question.policyId} today={today} />
          ))}
        </ul>
      )}
      {total > PAGE_SIZE && <Pager page={page} total={total} onPage={onPage} />}
    </section>
  );
}

function headingOf(
  total: number,
  { action, on }: Selection,
  { decidedBy, body }: OutlookQuestion,
): string {
  const when = on === null ? 'today' : `on ${formatDay(on)}`;
  const words = { DENY: 'denied', WARN: 'warned about', ALLOW: 'allowed' }[action];
  const verb = body !== null ? 'would be' : total > 1 ? 'are' : 'is';
  const whose = decidedBy === null ? 'all policies together' : 'this policy alone';
  return `${total === 0 ? 'No image' : countOf(total, 'image')} ${verb} ${words} ${when}, ${whose}`;
}

interface ImageLineProps {
  image: PolicyImage;
  /** The policy whose page it is; null: it is none yet, or the list is of one alone. */
  policyId: string | null;
  today: string;
}

function ImageLine({ image, policyId, today }: ImageLineProps) {
  return (
    <li className="grid min-w-0 grid-cols-1 gap-x-4 gap-y-0.5 border-b px-3 py-1.5 text-sm last:border-b-0 sm:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Link
        href={hrefs.image(image.id)}
        prefetch={false}
        className="min-w-0 rounded-sm hover:text-accent-text"
      >
        <ImageName image={image} />
      </Link>
      <span className="min-w-0 text-muted">
        <ProjectName name={image.projectName} />
      </span>
      {image.because && (
        <span className="text-xs text-muted sm:col-span-2">
          <Because image={image} today={today} />
          {policyId !== null && image.because.policyId !== policyId && (
            <>
              {' · '}
              <TextLink href={hrefs.policy(image.because.policyId)} prefetch={false}>
                by another policy
              </TextLink>
            </>
          )}
        </span>
      )}
    </li>
  );
}

function Pager({
  page,
  total,
  onPage,
}: {
  page: number;
  total: number;
  onPage: (to: number) => void;
}) {
  const pages = Math.ceil(total / PAGE_SIZE);
  return (
    <div data-print="hide" className="flex items-center justify-end gap-2 text-xs text-muted">
      <span data-numeric>
        Page {formatCount(page)} of {formatCount(pages)}
      </span>
      <IconButton label="Earlier images" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft aria-hidden />
      </IconButton>
      <IconButton label="Further images" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        <ChevronRight aria-hidden />
      </IconButton>
    </div>
  );
}
