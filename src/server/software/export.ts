import { STATE_WORDS } from '@/domain/eol/words';
import { ADVICE_COLUMNS, CONTRACT_COLUMNS, exportedList } from '@/server/export/exported-list';
import { softwareForExport } from './service/list';

/** The software list as a file. */
export const softwareExport = exportedList({
  name: 'software',
  permission: 'inventory:read',
  rows: softwareForExport,
  columns: [
    { header: 'Software', cell: ({ productName }) => productName },
    { header: 'Cycle', cell: ({ cycle }) => cycle },
    { header: 'Type', cell: ({ artifactType }) => artifactType },
    { header: 'State', cell: ({ state }) => STATE_WORDS[state] },
    // Of what has ended on an unknown day, the day it was first seen is not its end.
    { header: 'End of life', cell: ({ eolDate, eolDateKnown }) => (eolDateKnown ? eolDate : null) },
    { header: 'Estimated from', cell: ({ estimatedFrom }) => estimatedFrom },
    ...CONTRACT_COLUMNS,
    { header: 'Long-term support', cell: ({ lts }) => lts },
    { header: 'Latest release', cell: ({ latestRelease }) => latestRelease },
    { header: 'Latest released', cell: ({ latestReleaseDate }) => latestReleaseDate },
    ...ADVICE_COLUMNS,
    { header: 'Images', cell: ({ images }) => images },
    { header: 'Projects', cell: ({ projects }) => projects },
    { header: 'Note', cell: ({ note }) => note?.excerpt ?? null },
    { header: 'Software id', cell: ({ id }) => id },
  ],
});
