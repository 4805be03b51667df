'use client';

import { useQuery } from '@tanstack/react-query';
import { DataTable } from '@/components/data-table/data-table';
import { Loading } from '@/components/feedback/loading';
import { NoData } from '@/components/feedback/no-data';
import { PastTheEnd } from '@/components/feedback/no-results';
import { PageHeader, TotalCount } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';
import { Pagination } from '@/components/ui/pagination';
import { TextLink } from '@/components/ui/text-link';
import { CallFailure } from '@/features/frame/call-failure';
import { keepRows } from '@/features/frame/kept-rows';
import { useMay } from '@/features/frame/reader';
import { hrefs } from '@/features/hrefs';
import { useTRPC } from '@/trpc/client';
import { MakePack } from './actions';
import { packsHref, usePacksParams } from './params';
import { SchedulesCard } from './schedules/card';
import { PACK_COLUMNS, PACKS_TABLE } from './table';

/** What packs are there for. */
const PURPOSE =
  'What was known on a day, for auditors: frozen, signed by two people, as a document and as data.';

/** Lists the evidence packs, newest first. */
export function PacksView() {
  const { params, setParams } = usePacksParams();
  const { page, size } = params;
  const packs = useQuery({
    ...useTRPC().pack.list.queryOptions({ page, size }),
    placeholderData: keepRows,
  });
  const mayMake = useMay('pack:write');
  const total = packs.data?.total;
  return (
    <Stack>
      <PageHeader
        title="Evidence packs"
        aside={<TotalCount count={total} />}
        description={total !== 0 && PURPOSE}
        actions={total !== 0 && <MakePack />}
      />
      {packs.error && <CallFailure title="The packs could not be loaded." query={packs} />}
      {!packs.error && !packs.data && <Loading label="Loading evidence packs" columns={4} />}
      {total === 0 && (
        <NoData
          title={PURPOSE}
          action={mayMake ? <MakePack /> : 'Members and admins make evidence packs.'}
        >
          None has been made yet. <TextLink href={hrefs.docs.packs}>What is in a pack</TextLink>
        </NoData>
      )}
      {packs.data && packs.data.total > 0 && (
        <Listed packs={packs.data} params={params} setParams={setParams} />
      )}
      <SchedulesCard />
    </Stack>
  );
}

type ListedProps = Pick<ReturnType<typeof usePacksParams>, 'params' | 'setParams'> & {
  readonly packs: {
    readonly items: readonly Parameters<typeof hrefOf>[0][];
    readonly total: number;
  };
};

function Listed({ packs: { items, total }, params, setParams }: ListedProps) {
  const pages = {
    ...{ page: params.page, size: params.size, total, noun: 'evidence packs' },
    hrefFor: (page: number, size: number) => packsHref({ page, size }),
    onChange: (page: number, size: number) => setParams({ page, size }),
  };
  if (items.length === 0) return <PastTheEnd {...pages} />;
  return (
    <>
      <DataTable
        name={PACKS_TABLE}
        label="Evidence packs"
        columns={PACK_COLUMNS}
        rows={items}
        rowId={({ id }) => id}
        rowHref={hrefOf}
      />
      <Pagination {...pages} />
    </>
  );
}

const hrefOf = ({ id }: Parameters<(typeof PACK_COLUMNS)[number]['cell']>[0]) => hrefs.pack(id);
