import type { SupportLevel } from '@/domain/catalog/catalog';
import { ENDED_UNDATED, STATE_WORDS } from '@/domain/eol/words';
import { EVIDENCE_WORDS } from '@/domain/evidence/degree';
import { ADVICE_COLUMNS, CONTRACT_COLUMNS, exportedList } from '@/server/export/exported-list';
import { timelineForExport } from './service/lines';

interface Supported {
  readonly support: readonly {
    readonly level: SupportLevel;
    readonly endsOn: string | null;
    readonly ended: boolean;
  }[];
}

/** The timeline's table as a file: every release cycle in use, as each type of package. */
export const timelineExport = exportedList({
  name: 'timeline',
  permission: 'inventory:read',
  rows: timelineForExport,
  columns: [
    { header: 'Software', of: 'name', cell: ({ productName }) => productName },
    { header: 'Cycle', of: 'name', cell: ({ cycle }) => cycle },
    { header: 'Type', of: 'type', cell: ({ artifactType }) => artifactType },
    { header: 'Released', of: 'released', cell: ({ releaseDate }) => releaseDate },
    { header: 'Active until', of: 'active', cell: (row) => endOf(row, 'ACTIVE_SUPPORT') },
    { header: 'State', of: 'end', cell: ({ state }) => STATE_WORDS[state] },
    // Of what has ended on an unknown day, the day it was first seen is not its end.
    {
      header: 'End of life',
      of: 'end',
      cell: ({ eolDate, eolDateKnown }) => (eolDateKnown ? eolDate : null),
    },
    { header: 'Estimated from', of: 'end', cell: ({ estimatedFrom }) => estimatedFrom },
    { header: 'Evidence', of: 'evidence', cell: ({ evidence }) => EVIDENCE_WORDS[evidence] },
    ...CONTRACT_COLUMNS,
    { header: 'Extended until', of: 'extended', cell: (row) => endOf(row, 'EXTENDED_SUPPORT') },
    ...ADVICE_COLUMNS,
    { header: 'Images', of: 'images', cell: ({ images }) => images },
    { header: 'Long-term support', cell: ({ lts }) => lts },
    { header: 'Software id', cell: ({ id }) => id },
  ],
});

/** Empty where the vendor has no such support, or nobody says when it ends. */
function endOf({ support }: Supported, level: SupportLevel) {
  const phase = support.find((one) => one.level === level);
  if (!phase) return null;
  return phase.endsOn ?? (phase.ended ? ENDED_UNDATED : null);
}
