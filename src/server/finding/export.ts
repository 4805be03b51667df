import { EVIDENCE_WORDS } from '@/domain/evidence/degree';
import { STATE_WORDS } from '@/domain/eol/words';
import { ADVICE_COLUMNS, CONTRACT_COLUMNS, exportedList } from '@/server/export/exported-list';
import { imageFindingsForExport } from './service/findings';
import { findingsForExport } from './service/fleet';

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
    { header: 'Evidence', cell: ({ evidence }) => EVIDENCE_WORDS[evidence] },
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

/** What all images hold as a file. */
export const findingsExport = exportedList({
  name: 'findings',
  permission: 'inventory:read',
  rows: findingsForExport,
  columns: [
    { header: 'Software', of: 'name', cell: (one) => one.product_name },
    { header: 'Cycle', of: 'name', cell: ({ cycle }) => cycle },
    { header: 'Type', of: 'type', cell: (one) => one.artifact_type },
    { header: 'State', of: 'end', cell: ({ state }) => STATE_WORDS[state] },
    // Of what has ended on an unknown day, the day it was first seen is not its end.
    {
      header: 'End of life',
      of: 'end',
      cell: (one) => (one.eol_date_known ? one.eol_date : null),
    },
    { header: 'Estimated from', of: 'end', cell: (one) => one.estimated_from },
    { header: 'Evidence', of: 'evidence', cell: ({ evidence }) => EVIDENCE_WORDS[evidence] },
    ...CONTRACT_COLUMNS,
    { header: 'Waived until', of: 'end', cell: ({ waiver }) => waiver?.ends_on ?? null },
    { header: 'Long-term support', of: 'name', cell: ({ lts }) => lts },
    { header: 'Image', of: 'image', cell: ({ image }) => image.name },
    { header: 'Tag', of: 'image', cell: ({ image }) => image.tag },
    { header: 'Project', of: 'project', cell: ({ project }) => project.name },
    { header: 'Owner', of: 'owner', cell: ({ owner }) => owner?.name ?? null },
    ...ADVICE_COLUMNS,
    { header: 'First seen', of: 'firstSeen', cell: (one) => one.first_seen_at },
    { header: 'Image id', cell: ({ image }) => image.id },
    { header: 'Software id', cell: (one) => one.software_id },
    { header: 'Finding id', cell: ({ id }) => id },
  ],
});
