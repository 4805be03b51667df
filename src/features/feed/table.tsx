import type { TableColumn } from '@/components/data-table/columns';
import { DateTime } from '@/components/status/date-time';
import { RelativeDate } from '@/components/status/relative-date';
import { Badge } from '@/components/ui/badge';
import { MiddleTruncate } from '@/components/ui/middle-truncate';
import { TextLink } from '@/components/ui/text-link';
import { hrefs } from '@/features/hrefs';
import { expiryWords } from '@/lib/dates';
import { RevokeFeed } from './actions';
import type { FeedTokenRow } from './types';
import { SCOPE_WORDS } from './words';

/** @param now the instant that ends are told from */
export function feedColumns(now: string): readonly TableColumn<FeedTokenRow>[] {
  return [
    {
      id: 'label',
      header: 'Name',
      primary: true,
      cell: ({ label }) => <MiddleTruncate text={label} className="font-medium" />,
    },
    { id: 'reads', header: 'Shows', cell: (feed) => <Scope feed={feed} /> },
    {
      id: 'prefix',
      header: 'Begins with',
      widthPx: 124,
      cell: ({ prefix }) => <code className="font-mono text-xs">{prefix}</code>,
    },
    {
      id: 'createdBy',
      header: 'Created by',
      widthPx: 136,
      cell: (feed) => (
        <span className="flex min-w-0 items-center gap-2">
          <MiddleTruncate text={feed.created_by} />
          {feed.creator_left && (
            <Badge title="Whoever made this is no longer a member, and may still know the address. Revoke it if they should not.">
              Has left
            </Badge>
          )}
        </span>
      ),
    },
    {
      id: 'created',
      header: 'Created',
      widthPx: 108,
      cell: (feed) => <DateTime value={feed.created_at} show="day" />,
    },
    {
      id: 'expires',
      header: 'Expires',
      widthPx: 128,
      cell: ({ expires_at: expiresAt }) =>
        expiresAt === null ? (
          <span className="text-subtle">Never</span>
        ) : (
          <RelativeDate
            day={expiresAt.slice(0, 10)}
            today={now.slice(0, 10)}
            words={expiryWords(expiresAt, now)}
            show="relative"
          />
        ),
    },
    {
      id: 'lastUsed',
      header: 'Last read',
      widthPx: 108,
      cell: ({ last_used_at: lastUsedAt }) =>
        lastUsedAt === null ? (
          <span className="text-subtle">Never</span>
        ) : (
          <DateTime value={lastUsedAt} show="ago" />
        ),
    },
    {
      id: 'actions',
      header: 'Change',
      onPaper: false,
      align: 'end',
      widthPx: 92,
      card: 'line',
      cell: (feed) => feed.may_revoke && <RevokeFeed feed={feed} />,
    },
  ];
}

/** Links to what a token reads; what is gone has no name any more. */
function Scope({ feed: { scope, subject, subject_name: name } }: { readonly feed: FeedTokenRow }) {
  if (subject === null) return <TextLink href={hrefs.timeline}>The whole organization</TextLink>;
  if (name === null) {
    return (
      <Badge title="It answers “not found”. Revoke it.">{SCOPE_WORDS[scope]} no longer there</Badge>
    );
  }
  const href = {
    ...{ organization: hrefs.timeline, mine: hrefs.timeline, team: hrefs.team(subject) },
    project: hrefs.project(subject),
    ...{ image: hrefs.image(subject), product: hrefs.product(subject) },
  }[scope];
  return (
    <TextLink href={href} className="flex min-w-0">
      <MiddleTruncate text={name} />
    </TextLink>
  );
}
