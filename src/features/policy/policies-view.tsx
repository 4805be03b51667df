'use client';

import Link from 'next/link';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Loading } from '@/components/feedback/loading';
import { NoResults } from '@/components/feedback/no-results';
import { PastTheEnd } from '@/components/feedback/past-the-end';
import { PageHeader } from '@/components/layout/page-header';
import { TotalCount } from '@/components/layout/total-count';
import { Stack } from '@/components/layout/stack';
import { Button } from '@/components/ui/button';
import { Pagination } from '@/components/ui/pagination';
import { CallFailure } from '@/features/frame/call-failure';
import { useMay } from '@/features/frame/reader';
import { useTRPC } from '@/trpc/client';
import { NoPolicies } from './no-policies';
import { PolicyFilters } from './policy-filters';
import { PolicyGroups } from './policy-groups';
import { shownPolicies } from './policy-list';
import type { PolicyRecord } from './policy-types';
import { newPolicyHref, NO_FILTERS, policiesHref } from './search-params';
import { TodayFigures } from './today-figures';
import { usePoliciesParams } from './use-policies-params';

/** All policies as sentences, in the order in which they decide. */
export function PoliciesView() {
  const policies = useQuery(useTRPC().policy.list.queryOptions());
  return (
    <Stack>
      <PageHeader
        title="Policies"
        description="When builds warn and when they fail, and what that means for your images today."
        aside={<TotalCount count={policies.data?.length || undefined} />}
        actions={policies.data && policies.data.length > 0 && <NewPolicy />}
      />
      {policies.error && <CallFailure title="The policies could not be loaded." query={policies} />}
      {policies.isPending && <Loading label="Loading policies" rows={5} columns={2} />}
      {policies.data?.length === 0 && <NoPolicies />}
      {policies.data && policies.data.length > 0 && <PolicyList policies={policies.data} />}
    </Stack>
  );
}

function NewPolicy() {
  if (!useMay('policy:write')) return null;
  return (
    <Button asChild variant="primary">
      <Link href={newPolicyHref()}>
        <Plus aria-hidden />
        New policy
      </Link>
    </Button>
  );
}

function PolicyList({ policies }: { policies: readonly PolicyRecord[] }) {
  const state = usePoliciesParams();
  const effects = useQuery(useTRPC().policy.effects.queryOptions());
  const { params, setFilter, setParams } = state;
  const { page: number, size } = params;
  const found = shownPolicies(policies, params);
  const shown = found.slice((number - 1) * size, number * size);
  const page = {
    page: number,
    size,
    total: found.length,
    noun: 'policies',
    hrefFor: (to: number, of: number) => policiesHref({ ...params, page: to, size: of }),
    onChange: (to: number, of: number) => setParams({ page: to, size: of }),
  };
  return (
    <>
      <TodayFigures counts={effects.data?.counts} />
      <PolicyFilters state={state} policies={policies} />
      {effects.error && (
        <CallFailure title="What the policies do today could not be worked out." query={effects} />
      )}
      {found.length === 0 && (
        <NoResults title="No policy is like that." onClear={() => setFilter(NO_FILTERS)} />
      )}
      {found.length > 0 && shown.length === 0 && <PastTheEnd {...page} />}
      <PolicyGroups policies={shown} effects={effects.data} />
      {found.length > size && <Pagination {...page} />}
    </>
  );
}
