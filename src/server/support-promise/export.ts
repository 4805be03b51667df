import { EVIDENCE_WORDS } from '@/domain/evidence/degree';
import { STANDING_WORDS } from '@/domain/support-promise/outlives';
import { ADVICE_COLUMNS, exportedList } from '@/server/export/exported-list';
import { outlivesForExport } from './service/outlives';
import { imageNames, measuresWords } from './service/words';

/** What a project holds against its promised support, as a file. */
export const outlivesExport = exportedList({
  name: 'outlives',
  permission: 'promise:read',
  rows: outlivesForExport,
  columns: [
    { header: 'Standing', cell: ({ standing }) => STANDING_WORDS[standing] },
    { header: 'Software', cell: (row) => row.product_name },
    { header: 'Cycle', cell: ({ cycle }) => cycle },
    { header: 'Type', cell: (row) => row.artifact_type },
    // Of what has ended on an unknown day, the day it was first seen is not its end.
    { header: 'End of life', cell: (row) => (row.ends_on_known ? row.ends_on : null) },
    { header: 'Days short', cell: (row) => row.days_short },
    { header: 'Estimated from', cell: (row) => row.estimated_from },
    { header: 'Evidence', cell: ({ evidence }) => EVIDENCE_WORDS[evidence] },
    { header: 'Packages', cell: ({ packages }) => packages.join('\n') },
    { header: 'Number of packages', cell: (row) => row.package_count },
    // A cell of a table program holds 32,767 characters: the list of findings has the images of each.
    { header: 'Images', cell: (row) => imageNames(row, row.images.length).join('\n') },
    { header: 'Number of images', cell: (row) => row.image_count },
    ...ADVICE_COLUMNS,
    { header: 'Covered by', cell: measuresWords },
    { header: 'Software id', cell: (row) => row.software_id },
  ],
});
