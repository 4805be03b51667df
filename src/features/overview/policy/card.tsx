'use client';

import { hrefs } from '@/features/hrefs';
import { Link } from '@/components/ui/link';
import { useQuery } from '@tanstack/react-query';
import { Loading } from '@/components/feedback/loading';
import { SectionHead } from '@/components/layout/section-head';
import { DateTime } from '@/components/status/date-time';
import { TextLink } from '@/components/ui/text-link';
import { CallFailure, type CallFailureProps } from '@/features/frame/call-failure';
import { ImageName } from '@/features/names/image';
import { useProjectName } from '@/features/names/project-filter';
import { HeldWaivers } from '@/features/waiver/held/card';
import { formatDay } from '@/lib/dates';
import { countOf } from '@/lib/numbers';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { isForAll, type OverviewScope, toScopeQuery, useOverviewScope } from '../params';

/** Shows what breaks builds: the images that policies deny, those scanned last first, and how many they warn of. */
export function DeniedBuilds() {
  const [scope] = useOverviewScope();
  return (
    <section aria-labelledby="denied" className="grid min-w-0 content-start gap-2">
      <SectionHead
        id="denied"
        title="Images denied"
        description="Most recently scanned first"
        href={hrefs.images({ policy: 'denied', sort: 'latestScan', ...scope })}
        linkText="All denied"
      />
      <DeniedInScope scope={scope} />
    </section>
  );
}

function DeniedInScope({ scope }: { scope: OverviewScope }) {
  const summary = useQuery(useTRPC().policy.summary.queryOptions(toScopeQuery(scope)));
  if (summary.error) return <Failure query={summary} />;
  if (!summary.data) return <Pending />;
  const { counts, latestDenied } = summary.data;
  return (
    <>
      <Denied {...counts} images={latestDenied} scope={scope} />
      <p className="text-xs text-muted">{nextDay(summary.data, scope)}</p>
      <WaiversInScope scope={scope} />
    </>
  );
}

/** Shows the waivers of a scope; none is about images with a label. */
function WaiversInScope({ scope: { owner, project, label } }: { scope: OverviewScope }) {
  const name = useProjectName(project);
  if (label !== null || (project !== null && name === undefined)) return null;
  return <HeldWaivers project={project === null ? undefined : name} owner={owner} />;
}

function Failure({ query }: Pick<CallFailureProps, 'query'>) {
  return <CallFailure title="What the policies say could not be loaded." query={query} />;
}

function Pending() {
  return (
    <div className="min-h-60">
      <Loading label="Loading what the policies say" rows={4} columns={2} />
    </div>
  );
}

interface DeniedProps {
  denied: number;
  warned: number;
  images: Outputs['policy']['summary']['latestDenied'];
  scope: OverviewScope;
}

function Denied({ denied, warned, images, scope }: DeniedProps) {
  return (
    <div className="min-w-0 rounded-md border bg-surface text-sm">
      <p className="px-3 py-2">
        <TextLink href={hrefs.images({ policy: 'denied', ...scope })}>
          {countOf(denied, 'image')} denied
        </TextLink>
        {' · '}
        <TextLink href={hrefs.images({ policy: 'warned', ...scope })}>
          {countOf(warned, 'image')} warned
        </TextLink>
      </p>
      <ul className="min-w-0 divide-y border-t empty:hidden">
        {images.map((one) => (
          <li
            key={one.id}
            className="flex min-h-9 min-w-0 items-center justify-between gap-3 px-3 py-1"
          >
            <Link
              href={hrefs.image(one.id)}
              prefetch={false}
              className="min-w-0 grow rounded-sm font-medium hover:text-accent-text"
            >
              <ImageName image={one} />
            </Link>
            <DateTime
              value={one.latestScanDate}
              show="ago"
              className="shrink-0 text-xs text-muted"
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Names the next day on which policies deny or warn of more images. */
function nextDay({ timeline, counts }: Outputs['policy']['summary'], scope: OverviewScope): string {
  const [next] = timeline.items;
  if (next) {
    const more = [
      next.denied > 0 && `denies ${countOf(next.denied, 'more image')}`,
      next.warned > 0 && `warns about ${countOf(next.warned, 'more image')}`,
    ].filter(Boolean);
    return `On ${formatDay(next.on)} a policy ${more.join(' and ')}.`;
  }
  if (counts.denied + counts.warned > 0) return 'No further image will be denied or get a warning.';
  const image = isForAll(scope) ? 'an image' : 'one of these images';
  return `No policy denies or warns about ${image}, today or on a later day that is known.`;
}
