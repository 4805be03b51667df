'use client';

import { useQuery } from '@tanstack/react-query';
import { DataTable } from '@/components/data-table/data-table';
import { Loading } from '@/components/feedback/loading';
import { NoData } from '@/components/feedback/no-data';
import { PastTheEnd } from '@/components/feedback/no-results';
import { PageHeader, TotalCount } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';
import { Button } from '@/components/ui/button';
import { Pagination } from '@/components/ui/pagination';
import { TextLink } from '@/components/ui/text-link';
import { CallFailure } from '@/features/frame/call-failure';
import { keepRows } from '@/features/frame/kept-rows';
import { hrefs } from '@/features/hrefs';
import { useTRPC } from '@/trpc/client';
import { promisesHref, usePromisesParams } from './params';
import { PROMISE_COLUMNS, PROMISES_TABLE } from './table';
import type { ListedPromise } from './types';

/** Lists the promises of support, with how much ends earlier. */
export function PromisesView() {
  const { params, setParams } = usePromisesParams();
  const { page, size } = params;
  const promises = useQuery({
    ...useTRPC().supportPromise.list.queryOptions({ page, size }),
    placeholderData: keepRows,
  });
  const total = promises.data?.total;
  return (
    <Stack>
      <PageHeader
        title="Outlives"
        aside={<TotalCount count={total} />}
        description="Products of your own with promised support, and what in them ends earlier"
      />
      {promises.error && <CallFailure title="The promises could not be loaded." query={promises} />}
      {!promises.error && !promises.data && <Loading label="Loading promises" columns={6} />}
      {total === 0 && (
        <NoData
          title="Say until when you support what you sell, and see what in it ends earlier."
          action={
            <Button asChild>
              <a href={hrefs.projects()}>Choose a project</a>
            </Button>
          }
        >
          Nothing is promised yet. A project’s page says until when it is supported.{' '}
          <TextLink href={hrefs.docs.outlives}>What is compared</TextLink>
        </NoData>
      )}
      {promises.data && promises.data.total > 0 && (
        <Listed promises={promises.data} params={params} setParams={setParams} />
      )}
    </Stack>
  );
}

type ListedProps = Pick<ReturnType<typeof usePromisesParams>, 'params' | 'setParams'> & {
  readonly promises: { readonly items: readonly ListedPromise[]; readonly total: number };
};

function Listed({ promises: { items, total }, params, setParams }: ListedProps) {
  const pages = {
    ...{ page: params.page, size: params.size, total, noun: 'promises' },
    hrefFor: (page: number, size: number) => promisesHref({ page, size }),
    onChange: (page: number, size: number) => setParams({ page, size }),
  };
  if (items.length === 0) return <PastTheEnd {...pages} />;
  return (
    <>
      <DataTable
        name={PROMISES_TABLE}
        label="Promises of support"
        columns={PROMISE_COLUMNS}
        rows={items}
        rowId={({ project }) => project.id}
        rowHref={hrefOf}
      />
      <Pagination {...pages} />
    </>
  );
}

const hrefOf = ({ project }: ListedPromise) => hrefs.outlives(project.id);
