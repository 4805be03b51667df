import { STATE_WORDS } from '@/domain/eol/words';
import { exportedList } from '@/server/export/exported-list';
import { imagesForExport } from './service';

/** The images list as a file. */
export const imagesExport = exportedList({
  name: 'images',
  permission: 'inventory:read',
  rows: imagesForExport,
  columns: [
    { header: 'Image', cell: ({ name }) => name },
    { header: 'Tag', cell: ({ tag }) => tag },
    { header: 'Kind', cell: ({ kind }) => kind },
    { header: 'Project', cell: ({ projectName }) => projectName },
    { header: STATE_WORDS.ended, cell: ({ states }) => states.ended },
    { header: STATE_WORDS.soon, cell: ({ states }) => states.soon },
    { header: STATE_WORDS.next, cell: ({ states }) => states.next },
    { header: STATE_WORDS.later, cell: ({ states }) => states.later },
    { header: STATE_WORDS.unknown, cell: ({ states }) => states.unknown },
    { header: 'Running containers', cell: ({ running }) => running },
    { header: 'Labels', cell: ({ labels }) => labelsText(labels) },
    { header: 'Verified', cell: ({ imageVerified }) => imageVerified },
    { header: 'Latest scan', cell: ({ latestScanDate }) => latestScanDate },
    { header: 'Last seen', cell: ({ lastSeenDate }) => lastSeenDate },
    { header: 'Retired', cell: ({ retiredDate }) => retiredDate ?? null },
    { header: 'Digest', cell: ({ digest }) => digest },
    { header: 'Image id', cell: ({ id }) => id },
  ],
});

/** Writes one label a line. */
function labelsText(labels: Readonly<Record<string, string>> | null): string {
  return Object.entries(labels ?? {})
    .map(([name, value]) => `${name}=${value}`)
    .join('\n');
}
