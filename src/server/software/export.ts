import { EVIDENCE_WORDS } from '@/domain/evidence/degree';
import { STATE_WORDS } from '@/domain/eol/words';
import { ADVICE_COLUMNS, CONTRACT_COLUMNS, exportedList } from '@/server/export/exported-list';
import { softwareForExport } from './service/list';

/** The software list as a file. */
export const softwareExport = exportedList({
  name: 'software',
  permission: 'inventory:read',
  rows: softwareForExport,
  columns: [
    { header: 'Software', of: 'name', cell: ({ productName }) => productName },
    { header: 'Cycle', of: 'name', cell: ({ cycle }) => cycle },
    { header: 'Type', of: 'type', cell: ({ artifactType }) => artifactType },
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
    { header: 'Long-term support', of: 'name', cell: ({ lts }) => lts },
    { header: 'Latest release', of: 'latest', cell: ({ latestRelease }) => latestRelease },
    { header: 'Latest released', of: 'latest', cell: ({ latestReleaseDate }) => latestReleaseDate },
    ...ADVICE_COLUMNS,
    { header: 'Images', of: 'images', cell: ({ images }) => images },
    { header: 'Projects', of: 'projects', cell: ({ projects }) => projects },
    { header: 'Note', cell: ({ note }) => note?.excerpt ?? null },
    { header: 'Software id', cell: ({ id }) => id },
  ],
});
