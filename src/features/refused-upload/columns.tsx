import type { TableColumn } from '@/components/data-table/columns';
import { DateTime } from '@/components/status/date-time';
import { CopyText } from '@/components/ui/copy-text';
import { countOf } from '@/lib/numbers';
import type { Outputs } from '@/trpc/outputs';

export type RefusedUpload = Outputs['refusedUpload']['list']['items'][number];

/** Why uploads were refused. */
export const REFUSED_UPLOAD_COLUMNS: readonly TableColumn<RefusedUpload>[] = [
  {
    id: 'when',
    header: 'Refused',
    widthPx: 164,
    primary: true,
    cell: ({ refusedDate }) => <DateTime value={refusedDate} />,
  },
  {
    id: 'caller',
    header: 'By',
    widthPx: 160,
    cell: ({ callerName, callerKind, remoteAddress }) => (
      <span title={`${callerKind === 'api_key' ? 'Key' : 'Person'}, from ${remoteAddress}`}>
        {callerName}
      </span>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    align: 'end',
    widthPx: 72,
    cell: ({ status }) => status,
  },
  { id: 'why', header: 'Why', card: 'line', cell: (row) => <Faults row={row} /> },
  {
    id: 'request',
    header: 'Request',
    widthPx: 312,
    card: 'line',
    cell: ({ requestId }) => <CopyText value={requestId} what="request id" />,
  },
];

/** The first fault; all that were kept on hover. */
function Faults({ row: { faults, faultCount } }: { row: RefusedUpload }) {
  const texts = faults.map(({ where, message }) => (where ? `${where}: ${message}` : message));
  const more = faultCount - 1;
  return (
    <span className="block truncate" title={texts.join('\n')}>
      {texts[0] ?? 'No reason was kept'}
      {more > 0 && <span className="text-muted"> and {countOf(more, 'more fault')}</span>}
    </span>
  );
}
