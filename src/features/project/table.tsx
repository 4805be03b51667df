import { hrefs } from '@/features/hrefs';
import type { TableColumn } from '@/components/data-table/columns';
import { DateTime } from '@/components/status/date-time';
import { StackedStatusBar } from '@/components/status/stacked-status-bar';
import { CountLink } from '@/components/ui/count-link';
import { SOFTWARE_NOUN } from '@/features/names/image';
import { ProjectName } from '@/features/names/project';
import { TextLink } from '@/components/ui/text-link';
import type { Outputs } from '@/trpc/outputs';

/** A row of the projects list. */
export type ListedProject = Outputs['project']['listForDashboard']['items'][number];

/** The projects list. Ids of sortable columns are the sorts of `project.listForDashboard`. */
export const PROJECT_COLUMNS: readonly TableColumn<ListedProject>[] = [
  {
    id: 'name',
    header: 'Project',
    sortable: true,
    primary: true,
    cell: ({ name }) => <ProjectName name={name} />,
  },
  {
    id: 'images',
    header: 'Images',
    sortable: true,
    firstSort: 'desc',
    align: 'end',
    widthPx: 96,
    cell: ({ id, images }) => (
      <CountLink value={images} noun="image" href={hrefs.images({ project: id })} />
    ),
  },
  {
    id: 'ended',
    header: 'End of life',
    sortable: true,
    firstSort: 'desc',
    widthPx: 300,
    card: 'line',
    cell: ({ id, states }) => (
      <StackedStatusBar
        variant="compact"
        counts={states}
        noun={SOFTWARE_NOUN}
        hrefFor={(state) => hrefs.softwareList({ project: id, state })}
      />
    ),
  },
  {
    id: 'owner',
    header: 'Owner',
    widthPx: 150,
    cell: ({ owner }) =>
      owner === null ? (
        <span className="text-subtle">Nobody</span>
      ) : (
        <TextLink href={hrefs.team(owner.id)}>{owner.name}</TextLink>
      ),
  },
  {
    id: 'latestScan',
    header: 'Latest scan',
    sortable: true,
    firstSort: 'desc',
    align: 'end',
    widthPx: 128,
    cell: ({ latestScanDate }) => latestScanDate && <DateTime value={latestScanDate} show="ago" />,
  },
];
