import { STATE_WORDS } from '@/domain/eol/words';
import { ADVICE_COLUMNS, CONTRACT_COLUMNS, exportedList } from '@/server/export/exported-list';
import { imageFindingsForExport } from './service';

/** The software of one image as a file. */
export const imageFindingsExport = exportedList({
  name: 'image-software',
  permission: 'inventory:read',
  rows: imageFindingsForExport,
  columns: [
    { header: 'Software', cell: ({ productName }) => productName },
    { header: 'Cycle', cell: ({ releaseCycle }) => releaseCycle },
    { header: 'Type', cell: ({ artifactType }) => artifactType },
    { header: 'State', cell: ({ state }) => STATE_WORDS[state] },
    // Of what has ended on an unknown day, the day it was first seen is not its end.
    { header: 'End of life', cell: ({ eolDate, eolDateKnown }) => (eolDateKnown ? eolDate : null) },
    { header: 'Estimated from', cell: ({ estimatedFrom }) => estimatedFrom },
    ...CONTRACT_COLUMNS,
    { header: 'Date from', cell: ({ eolDate, eolSource }) => eolDate && eolSource },
    { header: 'Long-term support', cell: ({ lts }) => lts },
    { header: 'Released', cell: ({ releaseDate }) => releaseDate },
    {
      header: 'Latest release',
      cell: ({ catalog, latestRelease }) => catalog?.latestRelease ?? latestRelease,
    },
    ...ADVICE_COLUMNS,
    { header: 'Policy', cell: ({ policy }) => policy.action },
    { header: 'First seen', cell: ({ firstSeenDate }) => firstSeenDate },
    { header: 'Found by', cell: ({ foundBy }) => foundBy },
    { header: 'Packages', cell: ({ packages }) => packages.map(packageText).join('\n') },
    { header: 'Note', cell: ({ productNote }) => productNote?.noteContent ?? null },
  ],
});

function packageText({ name, version }: { readonly name: string; readonly version: string }) {
  return `${name} ${version}`;
}
