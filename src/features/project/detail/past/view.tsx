import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';
import { DateTime } from '@/components/status/date-time';
import { StackedStatusBar } from '@/components/status/stacked-status-bar';
import { FactList } from '@/components/ui/fact-list';
import type { Day } from '@/domain/eol/calendar';
import { projectTitle } from '@/domain/identifiers/project-name';
import { AsOf, IMAGES_OF_TODAY, LookBack } from '@/features/frame/as-of';
import { hrefs } from '@/features/hrefs';
import { SOFTWARE_NOUN } from '@/features/names/image';
import { OwnerName } from '@/features/names/owner';
import { countOf } from '@/lib/numbers';
import { projectsHref } from '../../params';
import type { PastProject } from '../../query';
import { projectHref } from '../params';
import { ProjectImages } from '../view';

export interface PastProjectViewProps {
  project: PastProject;
  /** The day that it is as of. */
  day: Day;
  today: Day;
}

/** Shows a project as it was when a day was over: its images, and what they held by the ends that were known then. */
export function PastProjectView({ project, day, today }: PastProjectViewProps) {
  const { id, name, states, owner, images, latestScanDate, isGone } = project;
  const now = projectHref(id);
  return (
    <Stack>
      <PageHeader
        crumbs={[{ label: 'Projects', href: projectsHref() }]}
        title={<span title={name}>{projectTitle(name).title}</span>}
        actions={<LookBack now={now} today={today} day={day} />}
      />
      <AsOf day={day} now={isGone ? projectsHref() : now} notes={notesOn(project)} />
      <FactList
        facts={[
          { label: 'Owner', value: <OwnerName owner={owner} /> },
          { label: 'Images then', value: countOf(images, 'image') },
          {
            label: 'Last scan by then',
            value: latestScanDate ? (
              <DateTime value={latestScanDate} />
            ) : images === 0 ? (
              'None'
            ) : (
              'Not kept any more'
            ),
          },
        ]}
      />
      <StackedStatusBar
        counts={states}
        noun={SOFTWARE_NOUN}
        hrefFor={(state) => hrefs.softwareList({ project: id, state, as_of: day })}
      />
      <ProjectImages projectId={id} />
    </Stack>
  );
}

function notesOn({ isGone }: PastProject): string[] {
  return [
    ...IMAGES_OF_TODAY,
    'Waivers, contracts, the trend, promised support and what is retired by itself describe today and are not shown.',
    ...(isGone ? ['It was deleted since: there is no page of it as it is today.'] : []),
  ];
}
