'use client';

import type { ReactNode } from 'react';
import { Link } from '@/components/ui/link';
import { ChevronRight } from 'lucide-react';
import { DateTime } from '@/components/status/date-time';
import { Badge } from '@/components/ui/badge';
import { TextLink } from '@/components/ui/text-link';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { factsOf, KIND_WORDS, leftOutOf } from '@/domain/message/words';
import { cn } from '@/lib/cn';
import { formatDay } from '@/lib/dates';
import { insteadOfGoing } from '@/lib/plain-press';
import type { Outputs } from '@/trpc/outputs';

export type InboxEntry = Outputs['inbox']['list']['items'][number];
type Item = InboxEntry['content']['items'][number];

export interface InboxListProps {
  readonly entries: readonly InboxEntry[];
  /** The id of the message that is open. */
  readonly open: string | null;
  readonly hrefOf: (id: string | null) => string;
  readonly onOpen: (id: string | null) => void;
  readonly loading: boolean;
}

/** Lists messages by the UTC day on which they were said. */
export function InboxList({ entries, loading, ...opening }: InboxListProps) {
  const days = [...Map.groupBy(entries, ({ said_at }) => said_at.slice(0, 10))];
  return (
    <div className={cn('grid min-w-0 gap-5', loading && 'opacity-60')}>
      {days.map(([day, said]) => (
        <section key={day} aria-label={formatDay(day)} className="grid min-w-0 gap-2">
          <h2 className="text-sm font-semibold text-muted">{formatDay(day)}</h2>
          <ul className="min-w-0 divide-y rounded-md border bg-surface">
            {said.map((entry) => (
              <Entry key={entry.id} entry={entry} {...opening} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

type EntryProps = Omit<InboxListProps, 'entries' | 'loading'> & { readonly entry: InboxEntry };

function Entry({ entry, open, hrefOf, onOpen }: EntryProps) {
  const { id, content, is_read, said_at } = entry;
  const isOpen = id === open;
  const next = isOpen ? null : id;
  return (
    <li id={`message-${id}`} className="min-w-0">
      <Link
        href={hrefOf(next)}
        scroll={false}
        prefetch={false}
        onClick={insteadOfGoing(() => onOpen(next))}
        aria-expanded={isOpen}
        className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2 gap-y-0.5 px-3 py-2 hover:bg-hover sm:grid-cols-[auto_9rem_minmax(0,1fr)_auto]"
      >
        <ChevronRight
          aria-hidden
          className={cn('size-4 shrink-0 text-subtle transition-transform', isOpen && 'rotate-90')}
        />
        <span className="max-sm:order-last max-sm:col-start-2">
          <Badge tone={content.severity === 'critical' ? 'danger' : 'neutral'}>
            {KIND_WORDS[content.kind].label}
          </Badge>
        </span>
        <span className={cn('flex min-w-0 items-baseline text-sm', !is_read && 'font-semibold')}>
          <span
            aria-hidden
            className={cn(
              'mr-2 size-2 shrink-0 -translate-y-px rounded-full',
              // The place stays, so that titles stand below each other.
              is_read ? 'max-sm:hidden' : 'bg-accent',
            )}
          />
          {!is_read && <VisuallyHidden>Unread: </VisuallyHidden>}
          <span className="min-w-0 wrap-anywhere">{content.title}</span>
        </span>
        <DateTime
          value={said_at}
          show="ago"
          className="min-w-20 text-right text-xs whitespace-nowrap text-muted"
        />
      </Link>
      {isOpen && <Said content={content} />}
    </li>
  );
}

function Said({ content }: Pick<InboxEntry, 'content'>) {
  const { summary, items, links } = content;
  const left = leftOutOf(content);
  return (
    <div className="grid min-w-0 gap-3 border-t px-3 py-3 sm:pl-9">
      {summary !== '' && <p className="max-w-prose text-sm wrap-anywhere">{summary}</p>}
      {items.length > 0 && (
        <ul className="grid min-w-0 gap-3">
          {items.map((item) => (
            <SaidItem key={`${item.key} ${item.path ?? ''}`} item={item} />
          ))}
        </ul>
      )}
      {left !== null && <p className="text-sm text-muted">{left}</p>}
      <p className="flex flex-wrap gap-4 text-sm">
        {links.map(({ label, path }) => (
          <TextLink key={path} href={path}>
            {label}
          </TextLink>
        ))}
      </p>
    </div>
  );
}

function SaidItem({ item }: { readonly item: Item }) {
  const { what, detail, ask, path, isSolved } = item;
  return (
    <li className="grid min-w-0 gap-0.5 border-l-2 pl-3">
      <p className="text-sm font-medium wrap-anywhere">
        {path === null ? what : <TextLink href={path}>{what}</TextLink>}
        {isSolved && <span className="font-normal text-muted"> – solved</span>}
      </p>
      {detail !== null && <p className="text-sm wrap-anywhere text-muted">{detail}</p>}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-sm">
        {factsOf(item).map(({ label, text }) => (
          <Fact key={label} label={label}>
            {text}
          </Fact>
        ))}
        {ask && (
          <Fact label="Ask">
            {ask.name} {ask.email !== null && <a href={`mailto:${ask.email}`}>{ask.email}</a>}
          </Fact>
        )}
      </dl>
    </li>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </>
  );
}
