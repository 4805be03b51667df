'use client';

import { useQuery } from '@tanstack/react-query';
import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';
import { CallFailure } from '@/features/frame/call-failure';
import { hrefs } from '@/features/hrefs';
import { countOf } from '@/lib/numbers';
import { useTRPC } from '@/trpc/client';
import { ContractBadges } from '../card';
import type { ContractDetail } from '../types';
import { coversNothing, titleOf } from '../words';
import { ContractActions } from './actions';
import { ContractHistory, ContractTerms } from './card';
import { Covers } from './table';

export interface ContractViewProps {
  /** As it was when the page was made. */
  readonly initial: ContractDetail;
  /** A UTC day. */
  readonly today: string;
}

/** Shows one contract: what it covers now, what it says, and what became of it. */
export function ContractView({ initial, today }: ContractViewProps) {
  const query = useQuery({
    ...useTRPC().contract.get.queryOptions({ id: initial.id }),
    initialData: initial,
  });
  if (query.error) return <CallFailure title="The contract could not be loaded." query={query} />;
  const contract = query.data;
  return (
    <Stack>
      <PageHeader
        crumbs={[{ label: 'Contracts', href: hrefs.contracts() }]}
        title={titleOf(contract)}
        aside={<ContractBadges contract={contract} />}
        description={termWords(contract)}
        actions={<ContractActions contract={contract} today={today} />}
      />
      <Warning contract={contract} />
      <div className="grid min-w-0 grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid min-w-0 gap-4">
          <Covers contract={contract} today={today} />
          <ContractHistory id={contract.id} />
        </div>
        <ContractTerms contract={contract} today={today} />
      </div>
    </Stack>
  );
}

/** Counts the days that are left, or tells that there are none. */
function termWords({ state, days_left: left }: ContractDetail): string {
  if (state === 'ended') return 'It covers nothing any more';
  return `${countOf(left, 'day')} until its end`;
}

/** Says what there is to do: renew what ends, and look at what covers nothing. */
function Warning({ contract }: { readonly contract: ContractDetail }) {
  const texts = [
    contract.state === 'ending' &&
      'At its end, what it covers counts as ended: renew it, or move before.',
    coversNothing(contract) &&
      'No image holds what it covers, where it covers it: it changes nothing.',
  ].filter((text) => text !== false);
  if (texts.length === 0) return null;
  return (
    <div className="grid gap-1 rounded-md border border-l-2 border-l-danger-text bg-surface px-4 py-3 text-sm">
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  );
}
