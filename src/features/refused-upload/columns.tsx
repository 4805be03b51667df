import { KeyRound, User } from 'lucide-react';
import type { TableColumn } from '@/components/data-table/columns';
import { DateTime } from '@/components/status/date-time';
import { Badge } from '@/components/ui/badge';
import { MiddleTruncate } from '@/components/ui/middle-truncate';
import type { Outputs } from '@/trpc/outputs';
import { faultText, placeOf, statusWords } from './fault-words';

export type RefusedUpload = Outputs['refusedUpload']['list']['items'][number];

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

/** A key or a person by name, told apart by a mark. */
export function CallerName({ kind, name }: { kind: 'person' | 'api_key'; name: string }) {
  const Icon = kind === 'api_key' ? KeyRound : User;
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <span title={kind === 'api_key' ? 'API key' : 'Person'} className="shrink-0 text-subtle">
        <Icon aria-hidden className="size-3.5" />
        <span className="sr-only">{kind === 'api_key' ? 'API key' : 'Person'}</span>
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
  const text = `${placeOf(fault.where)}${faultText(fault.message)}`;
  return (
    <span title={text} className="flex min-w-0 gap-2">
      <span className="min-w-0 truncate">{text}</span>
      {count > 1 && <span className="shrink-0 text-muted">and {count - 1} more</span>}
    </span>
  );
}
