'use client';

import { useQuery } from '@tanstack/react-query';
import { CloudDownload, KeyRound, Server, User, Workflow } from 'lucide-react';
import type { TableColumn } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { DateTime } from '@/components/status/date-time';
import { Badge } from '@/components/ui/badge';
import { MiddleTruncate } from '@/components/ui/middle-truncate';
import { CallFailure } from '@/features/frame/call-failure';
import { formatCount, withReadableSizes } from '@/lib/numbers';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';

type RefusedUpload = Outputs['refusedUpload']['list']['items'][number];

export const REFUSED_UPLOAD_COLUMNS: readonly TableColumn<RefusedUpload>[] = [
  {
    id: 'when',
    header: 'When',
    primary: true,
    widthPx: 190,
    cell: (upload) => <DateTime value={upload.refusedDate} />,
  },
  {
    id: 'who',
    header: 'Sent by',
    widthPx: 200,
    cell: ({ callerKind, callerName }) => <CallerName kind={callerKind} name={callerName} />,
  },
  {
    id: 'status',
    header: 'Answer',
    widthPx: 150,
    cell: ({ status }) => (
      <Badge tone="outline" title={statusWords(status)}>
        {status} {statusWords(status)}
      </Badge>
    ),
  },
  {
    id: 'why',
    header: 'What was wrong',
    card: 'line',
    cell: ({ faults, faultCount }) => <FirstFault fault={faults[0]} count={faultCount} />,
  },
  {
    id: 'from',
    header: 'Address',
    widthPx: 140,
    cell: ({ remoteAddress }) => <MiddleTruncate text={remoteAddress} />,
  },
];

const CALLER_KINDS = {
  person: { Icon: User, word: 'Person' },
  api_key: { Icon: KeyRound, word: 'API key' },
  build_token: { Icon: Workflow, word: 'Build' },
  companion: { Icon: CloudDownload, word: 'Pulled by this service' },
  server: { Icon: Server, word: 'This service' },
} as const;

interface CallerNameProps {
  readonly kind: RefusedUpload['callerKind'];
  readonly name: string;
}

/** Shows a person, a key, a build or what the service fetches from by name, with an icon that tells them apart. */
export function CallerName({ kind, name }: CallerNameProps) {
  const { Icon, word } = CALLER_KINDS[kind];
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <span title={word} className="shrink-0 text-subtle">
        <Icon aria-hidden className="size-3.5" />
        <span className="sr-only">{word}</span>
      </span>
      <MiddleTruncate text={name} />
    </span>
  );
}

interface FirstFaultProps {
  readonly fault: RefusedUpload['faults'][number] | undefined;
  readonly count: number;
}

function FirstFault({ fault, count }: FirstFaultProps) {
  if (!fault) return null;
  const text = `${pathPrefix(fault.where)}${faultText(fault.message)}`;
  return (
    <span title={text} className="flex min-w-0 gap-2">
      <span className="line-clamp-2 min-w-0 wrap-anywhere whitespace-normal">{text}</span>
      {count > 1 && <span className="shrink-0 text-muted">and {count - 1} more</span>}
    </span>
  );
}

const STATUS_WORDS: Record<number, string> = {
  403: 'not allowed',
  409: 'conflict',
  413: 'too large',
  415: 'not JSON',
  422: 'not valid',
  429: 'too many',
};

/** Names the status of an answer. */
export function statusWords(status: number): string {
  return STATUS_WORDS[status] ?? (status >= 500 ? 'server error' : 'refused');
}

/** Returns the path of a fault as a prefix of its message: `Matches.0.Cycle: `; "" for the whole body. */
function pathPrefix(where: string): string {
  return where === '' ? '' : `${where}: `;
}

/** Writes a fault's message for people: without the prefix and the bytes that only clients of the API need. */
export function faultText(message: string): string {
  const text = withReadableSizes(message.replace(/^Value error, /, ''));
  return text.charAt(0).toUpperCase() + text.slice(1);
}

type KeyUse = Outputs['refusedUpload']['keys']['items'][number];

const REASON_WORDS: Record<KeyUse['reason'], string> = {
  rotated: 'Replaced by a newer one',
  revoked: 'Revoked',
  expired: 'Expired',
};

const COLUMNS: readonly TableColumn<KeyUse>[] = [
  {
    id: 'key',
    header: 'Key',
    primary: true,
    widthPx: 200,
    cell: ({ keyName }) => <CallerName kind="api_key" name={keyName} />,
  },
  {
    id: 'reason',
    header: 'Why it is refused',
    widthPx: 190,
    cell: ({ reason }) => <Badge tone="outline">{REASON_WORDS[reason]}</Badge>,
  },
  {
    id: 'times',
    header: 'Calls',
    widthPx: 90,
    align: 'end',
    cell: ({ count }) => formatCount(count),
  },
  {
    id: 'since',
    header: 'Since',
    widthPx: 190,
    cell: ({ firstDate }) => <DateTime value={firstDate} />,
  },
  {
    id: 'last',
    header: 'Last',
    widthPx: 190,
    cell: ({ lastDate }) => <DateTime value={lastDate} />,
  },
  {
    id: 'from',
    header: 'Address',
    cell: ({ network }) => <MiddleTruncate text={network} />,
  },
];

/** Lists keys that no longer work and are still used: their scanners skip the policies silently. */
export function KeysStillUsed({ days }: { days: number | null }) {
  const keys = useQuery(useTRPC().refusedUpload.keys.queryOptions({ days }));
  if (keys.error) return <CallFailure title="The keys could not be loaded." query={keys} />;
  if (!keys.data || keys.data.total === 0) return null;
  const { items, total } = keys.data;
  return (
    <section aria-labelledby="keys-still-used" className="grid min-w-0 gap-2">
      <h2 id="keys-still-used" className="text-sm font-semibold">
        Keys that no longer work, still in use
      </h2>
      <p className="text-sm text-muted">
        A scanner with such a key goes on without policies and without upload, and its build passes.
        Give it a key that works.
      </p>
      <DataTable
        name="keys-still-used"
        label="Keys that no longer work, still in use"
        columns={COLUMNS}
        rows={items}
        rowId={({ apiKeyId, network, reason }) => `${apiKeyId} ${network} ${reason}`}
      />
      {total > items.length && (
        <p className="text-xs text-muted">and {formatCount(total - items.length)} more</p>
      )}
    </section>
  );
}
