import { exportedList, STATE_COLUMNS } from '@/server/export/exported-list';
import { imagesForExport } from './service';

/** The images list as a file. */
export const imagesExport = exportedList({
  name: 'images',
  permission: 'inventory:read',
  rows: imagesForExport,
  columns: [
    { header: 'Image', of: 'name', cell: ({ name }) => name },
    { header: 'Tag', of: 'name', cell: ({ tag }) => tag },
    { header: 'Kind', of: 'name', cell: ({ kind }) => kind },
    { header: 'Project', of: 'project', cell: ({ projectName }) => projectName },
    { header: 'Owner', of: 'owner', cell: ({ owner }) => owner?.name ?? null },
    ...STATE_COLUMNS,
    { header: 'Running containers', of: 'running', cell: ({ running }) => running },
    { header: 'Labels', of: 'labels', cell: ({ labels }) => labelsText(labels) },
    { header: 'Verified', of: 'verified', cell: ({ imageVerified }) => imageVerified },
    { header: 'Latest scan', of: 'latestScan', cell: ({ latestScanDate }) => latestScanDate },
    { header: 'Last seen', of: 'lastSeen', cell: ({ lastSeenDate }) => lastSeenDate },
    { header: 'Retired', of: 'retired', cell: ({ retiredDate }) => retiredDate ?? null },
    { header: 'Digest', of: 'digest', cell: ({ digest }) => digest },
    { header: 'Image id', cell: ({ id }) => id },
  ],
});

/** Writes one label a line. */
function labelsText(labels: Readonly<Record<string, string>> | null): string {
  return Object.entries(labels ?? {})
    .map(([name, value]) => `${name}=${value}`)
    .join('\n');
}
