'use client';

import { useQuery } from '@tanstack/react-query';
import { Loading } from '@/components/feedback/loading';
import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';
import type { Day } from '@/domain/eol/calendar';
import { CallFailure } from '@/features/frame/call-failure';
import { hrefs } from '@/features/hrefs';
import { useTRPC } from '@/trpc/client';
import { AskForm } from './form';
import type { AskParams } from './params';

export interface AskViewProps {
  readonly known: AskParams;
  readonly today: Day;
}

/** Shows the form that asks for a waiver, with the organization's rules. */
export function AskView({ known, today }: AskViewProps) {
  const rules = useQuery(useTRPC().waiver.setting.queryOptions());
  return (
    <Stack>
      <PageHeader
        title="Ask for a waiver"
        crumbs={[{ label: 'Waivers', href: hrefs.waivers() }]}
        description={
          rules.data?.two_people === false
            ? 'An admin decides. Until then nothing is waived.'
            : 'An admin other than you decides. Until then nothing is waived.'
        }
      />
      {rules.error && <CallFailure title="The rules could not be loaded." query={rules} />}
      {rules.isPending && <Loading label="Loading the rules" rows={6} columns={1} />}
      {rules.data && <AskForm known={known} rules={rules.data} today={today} />}
    </Stack>
  );
}
