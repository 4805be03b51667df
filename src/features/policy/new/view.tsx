'use client';

import dynamic from 'next/dynamic';
import { useQuery } from '@tanstack/react-query';
import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';
import { LinkTabs } from '@/components/ui/link-tabs';
import { TextLink } from '@/components/ui/text-link';
import { WhoToAsk } from '@/features/frame/who-to-ask';
import { useMay } from '@/features/frame/reader';
import { hrefs } from '@/features/hrefs';
import { useTRPC } from '@/trpc/client';
import { EolEditor } from '@/features/policy/form/eol/view';
import { policiesHref } from '@/features/policy/list/params';

const NotaryEditor = dynamic(
  () => import('@/features/policy/form/notary/form').then((module) => module.NotaryEditor),
  { loading: () => null },
);

export interface NewPolicyViewProps {
  kind: 'end-of-life' | 'signatures';
}

/** A policy that is being written. */
export function NewPolicyView({ kind }: NewPolicyViewProps) {
  const mayWrite = useMay('policy:write');
  return (
    <Stack>
      <PageHeader
        title="New policy"
        crumbs={[{ label: 'Policies', href: policiesHref() }]}
        description="Change the parts of the sentence until it says what you mean."
      />
      {mayWrite ? <Writing kind={kind} /> : <WhoToAsk forWhat="policy" />}
    </Stack>
  );
}

function Writing({ kind }: NewPolicyViewProps) {
  return (
    <>
      <LinkTabs
        label="Kinds of policies"
        current={kind}
        tabs={[
          { id: 'end-of-life', label: 'Ends of life', href: hrefs.newPolicy() },
          { id: 'signatures', label: 'Signatures', href: hrefs.newPolicy({ kind: 'signatures' }) },
        ]}
      />
      {kind === 'signatures' ? <NewSignaturePolicy /> : <EolEditor policy={null} />}
    </>
  );
}

/** There is at most one. */
function NewSignaturePolicy() {
  const policies = useQuery(useTRPC().policy.list.queryOptions());
  const known = policies.data?.find(({ policy_type }) => policy_type === 'NOTARY');
  if (!known) return <NotaryEditor policy={null} />;
  return (
    <p className="text-sm text-muted">
      There is one already, and scanners read only one.{' '}
      <TextLink href={hrefs.policy(known.id)}>Change it</TextLink>: its document can hold several
      trust policies.
    </p>
  );
}
