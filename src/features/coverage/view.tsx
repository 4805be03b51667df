'use client';

import { useQuery } from '@tanstack/react-query';
import { useQueryState } from 'nuqs';
import { Loading } from '@/components/feedback/loading';
import { NoData } from '@/components/feedback/no-data';
import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';
import { DateTime } from '@/components/status/date-time';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { LinkTabs } from '@/components/ui/link-tabs';
import { TextLink } from '@/components/ui/text-link';
import { CallFailure } from '@/features/frame/call-failure';
import { hrefs } from '@/features/hrefs';
import { countOf } from '@/lib/numbers';
import { useTRPC } from '@/trpc/client';
import { DegreesCard } from './card';
import { coverageHref, coverageParsers, type CoverageTab } from './params';
import { OursCard } from './ours/card';
import { RegistriesCard } from './registries/card';
import { Shares } from './table';
import { TrendCard } from './trend/card';
import { UnknownPackages } from './unknown/view';
import type { Share } from './words';

/** How well what is held is known, and what of it is not. */
export function CoverageView() {
  const coverage = useQuery(useTRPC().knowledge.coverage.queryOptions());
  const { data } = coverage;
  return (
    <Stack>
      <PageHeader
        title="Coverage"
        description={
          data?.measured_at ? (
            <>
              Counted <DateTime value={data.measured_at} />, in {countOf(data.images, 'image')}.{' '}
              <TextLink href={hrefs.docs.coverage}>What is counted</TextLink>
            </>
          ) : (
            'How well what you hold is known.'
          )
        }
      />
      {coverage.error && <CallFailure title="The coverage could not be loaded." query={coverage} />}
      {coverage.isPending && <Loading label="Loading the coverage" columns={3} />}
      {data && data.all.components === 0 && (
        <NoData
          title="Nothing is counted yet."
          action={
            <Button asChild variant="primary">
              <Link href={hrefs.images()}>Upload an SBOM</Link>
            </Button>
          }
        >
          What an image holds is counted within a minute of its upload.
        </NoData>
      )}
      {data && data.all.components > 0 && (
        <>
          <div className="grid grid-cols-1 gap-4 xl:grid-cols-2">
            <DegreesCard counts={data.all} />
            <TrendCard days={data.days} />
          </div>
          <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2">
            <Shares part="ecosystem" shares={data.ecosystems} />
            <Shares part="team" shares={data.teams} />
          </div>
          <RegistriesCard asked={data.registries} />
          <Lists leastKnown={data.images_least_known} />
        </>
      )}
    </Stack>
  );
}

/** Shows one of the two long lists: the packages of which nothing is known, or the images that hold most of them. */
function Lists({ leastKnown }: { leastKnown: readonly Share[] }) {
  const [tab] = useQueryState('tab', coverageParsers.tab);
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <LinkTabs label="What is not known" current={tab} tabs={TABS} />
      {tab === 'packages' ? (
        <>
          <UnknownPackages />
          <OursCard />
        </>
      ) : (
        <Shares part="image" shares={leastKnown} />
      )}
    </div>
  );
}

const TABS = [
  { id: 'packages', label: 'Unknown packages', href: coverageHref() },
  { id: 'images', label: 'Least-known images', href: coverageHref({ tab: 'images' }) },
] as const satisfies readonly { id: CoverageTab; label: string; href: string }[];
