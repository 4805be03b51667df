import Link from 'next/link';
import { ShieldCheck } from 'lucide-react';
import type { TableColumn } from '@/components/data-table/columns';
import { DateTime } from '@/components/status/date-time';
import { StackedStatusBar } from '@/components/status/stacked-status-bar';
import { ProjectName } from '@/features/project/project-name';
import { projectHref } from '@/features/project/project-page-params';
import { ImageName } from './image-name';
import { imageStateHref } from './image-page-params';
import { SOFTWARE_NOUN } from './image-states';
import type { DashboardImage } from './image-types';
import { LabelChips } from './label-chips';

const LABELS_SHOWN = 2;

/** The images list. Ids of sortable columns are the sorts of `image.listForDashboard`. */
export const IMAGE_COLUMNS: readonly TableColumn<DashboardImage>[] = [
  {
    id: 'name',
    header: 'Image',
    sortable: true,
    primary: true,
    cell: (image) => <ImageName image={image} />,
  },
  {
    id: 'project',
    header: 'Project',
    sortable: true,
    widthPx: 180,
    card: 'line',
    cell: ({ projectId, projectName }) => (
      <Link
        href={projectHref(projectId)}
        prefetch={false}
        className="block min-w-0 rounded-sm hover:text-accent-text"
      >
        <ProjectName name={projectName} />
      </Link>
    ),
  },
  {
    id: 'ended',
    header: 'End of life',
    sortable: true,
    firstSort: 'desc',
    widthPx: 304,
    card: 'line',
    cell: (image) => (
      <StackedStatusBar
        variant="compact"
        counts={image.states}
        noun={SOFTWARE_NOUN}
        hrefFor={(state) => imageStateHref(image.id, state)}
      />
    ),
  },
  {
    id: 'labels',
    header: 'Labels',
    widthPx: 230,
    card: 'line',
    cell: (image) => image.labels && <LabelChips labels={image.labels} limit={LABELS_SHOWN} />,
  },
  {
    id: 'verified',
    header: 'Verified',
    widthPx: 88,
    card: 'hide',
    cell: (image) => <Verified verified={image.imageVerified} />,
  },
  {
    id: 'latestScan',
    header: 'Latest scan',
    sortable: true,
    firstSort: 'desc',
    align: 'end',
    widthPx: 112,
    cell: (image) => <DateTime value={image.latestScanDate} show="ago" />,
  },
];

/** Whether an image's signature was verified when it was scanned. */
export function Verified({ verified }: { verified: boolean }) {
  if (!verified) return <span className="text-subtle">No</span>;
  return (
    <span className="flex items-center gap-1">
      <ShieldCheck aria-hidden className="size-4 text-muted" />
      Yes
    </span>
  );
}
