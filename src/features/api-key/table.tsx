import type { TableColumn } from '@/components/data-table/columns';
import { DateTime } from '@/components/status/date-time';
import { RelativeDate } from '@/components/status/relative-date';
import { Badge } from '@/components/ui/badge';
import { MiddleTruncate } from '@/components/ui/middle-truncate';
import { ROLE_NAMES } from '@/features/frame/words';
import { expiryWords } from '@/lib/dates';
import type { Outputs } from '@/trpc/outputs';
import { RevokeKey, RotateKey } from './actions';

type ApiKey = Outputs['apiKey']['list'][number];

/** A key that was just created, with its secret. */
type ShownApiKey = Outputs['apiKey']['create'];

/** Row of the table. */
export interface ApiKeyRow extends ApiKey {
  /** The instant that ends are told from. */
  readonly now: string;
  readonly onShown: (shown: Shown) => void;
}

/** A secret on the page, and what made it. */
export interface Shown {
  readonly key: ShownApiKey;
  readonly by: 'creation' | 'rotation';
}

export const API_KEY_COLUMNS: readonly TableColumn<ApiKeyRow>[] = [
  {
    id: 'name',
    header: 'Name',
    primary: true,
    cell: (key) => (
      <span className="flex min-w-0 items-center gap-2">
        <MiddleTruncate text={key.name} className="font-medium" />
        {key.grace_ends_at !== null && (
          <Badge title="The key before the last rotation works until then.">
            Old key until <DateTime value={key.grace_ends_at} show="day" />
          </Badge>
        )}
      </span>
    ),
  },
  { id: 'role', header: 'Role', widthPx: 84, cell: ({ role }) => ROLE_NAMES[role] },
  {
    id: 'prefix',
    header: 'Begins with',
    widthPx: 120,
    cell: ({ prefix }) => <code className="font-mono text-xs">{prefix}</code>,
  },
  {
    id: 'createdBy',
    header: 'Created by',
    widthPx: 124,
    cell: (key) => (
      <span className="flex min-w-0 items-center gap-2">
        <MiddleTruncate text={key.created_by} />
        {key.exceeds_creator && (
          <Badge
            tone="danger"
            title="Whoever created this key may no longer do here what it may do: they were demoted or removed. Rotate or revoke it if they know it."
          >
            No longer may
          </Badge>
        )}
      </span>
    ),
  },
  {
    id: 'created',
    header: 'Created',
    widthPx: 108,
    cell: (key) => <DateTime value={key.created_at} show="day" />,
  },
  { id: 'expires', header: 'Expires', widthPx: 136, cell: (key) => <Expiry apiKey={key} /> },
  {
    id: 'lastUsed',
    header: 'Last used',
    widthPx: 108,
    cell: (key) =>
      key.last_used_at === null ? (
        <span className="text-subtle">Never</span>
      ) : (
        <DateTime value={key.last_used_at} show="ago" />
      ),
  },
  {
    id: 'actions',
    header: 'Change',
    onPaper: false,
    align: 'end',
    widthPx: 160,
    card: 'line',
    cell: (key) => (
      <span className="inline-flex items-center gap-1.5">
        <RotateKey apiKey={key} />
        <RevokeKey apiKey={key} />
      </span>
    ),
  },
];

/** Shows when a key expires. */
function Expiry({ apiKey }: { apiKey: ApiKeyRow }) {
  const { expires_at: expiresAt, now } = apiKey;
  if (expiresAt === null) return <span className="text-subtle">Never</span>;
  return (
    <RelativeDate
      day={expiresAt.slice(0, 10)}
      today={now.slice(0, 10)}
      words={expiryWords(expiresAt, now)}
      show="relative"
    />
  );
}
