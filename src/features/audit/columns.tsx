import type { TableColumn } from '@/components/data-table/columns';
import { DateTime } from '@/components/status/date-time';
import { MiddleTruncate } from '@/components/ui/middle-truncate';
import { CallerName } from '@/features/refused-upload/columns';
import { actionWords } from './action-words';
import { subjectName, type AuditEvent } from './subject-name';

export const AUDIT_COLUMNS: readonly TableColumn<AuditEvent>[] = [
  {
    id: 'what',
    header: 'What',
    primary: true,
    cell: ({ action }) => actionWords(action),
  },
  {
    id: 'subject',
    header: 'Which',
    card: 'line',
    cell: (event) => <MiddleTruncate text={subjectName(event)} />,
  },
  {
    id: 'who',
    header: 'Who',
    widthPx: 220,
    cell: (event) => <CallerName kind={event.actor_kind} name={event.actor_name} />,
  },
  {
    id: 'from',
    header: 'Address',
    widthPx: 140,
    cell: (event) => <MiddleTruncate text={event.remote_address || 'The server'} />,
  },
  {
    id: 'when',
    header: 'When',
    align: 'end',
    widthPx: 190,
    cell: ({ at }) => <DateTime value={at} />,
  },
];
