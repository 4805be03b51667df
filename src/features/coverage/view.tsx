'use client';

import { useQuery } from '@tanstack/react-query';
import { Loading } from '@/components/feedback/loading';
import { NoData } from '@/components/feedback/no-data';
import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';
import { DateTime } from '@/components/status/date-time';
import { TextLink } from '@/components/ui/text-link';
import { CallFailure } from '@/features/frame/call-failure';
import { hrefs } from '@/features/hrefs';
import { countOf } from '@/lib/numbers';
import { useTRPC } from '@/trpc/client';
import { DegreesCard } from './card';
import { OursCard } from './ours/card';
import { RegistriesCard } from './registries/card';
import { Shares } from './table';
import { TrendCard } from './trend/card';
import { UnknownPackages } from './unknown/view';

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
        <NoData title="Nothing is counted yet.">
          What images hold is counted in the background, within a minute after it arrives.
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
          <UnknownPackages />
          <OursCard />
          <Shares part="image" shares={data.images_least_known} />
        </>
      )}
    </Stack>
  );
}
