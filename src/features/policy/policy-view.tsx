'use client';

import dynamic from 'next/dynamic';
import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';
import { DateTime } from '@/components/status/date-time';
import { useMay } from '@/features/frame/reader';
import { DeletePolicy } from './delete-policy';
import { EolEditor } from './form/eol-editor';
import { PolicyReading } from './policy-reading';
import type { PolicyRecord } from './policy-types';
import { policiesHref } from './search-params';
import { TrustPolicyWarning } from './trust-policy-warning';

// The trust policy's schema is needed by nobody else.
const NotaryEditor = dynamic(() =>
  import('./form/notary-editor').then((module) => module.NotaryEditor),
);

/** One policy: to change for those who may, to read for all others. */
export function PolicyView({ policy }: { policy: PolicyRecord }) {
  const mayWrite = useMay('policy:write');
  return (
    <Stack>
      <PageHeader
        title={policy.policy_type === 'NOTARY' ? 'Signature policy' : 'Policy'}
        crumbs={[{ label: 'Policies', href: policiesHref() }]}
        aside={
          <span className="text-xs text-muted">
            Written <DateTime value={policy.created_at} show="ago" />
            {policy.updated_at !== policy.created_at && (
              <>
                , changed <DateTime value={policy.updated_at} show="ago" />
              </>
            )}
          </span>
        }
        actions={mayWrite && <DeletePolicy policy={policy} />}
      />
      <TrustPolicyWarning policy={policy} />
      {mayWrite ? <Editor policy={policy} /> : <PolicyReading policy={policy} />}
    </Stack>
  );
}

function Editor({ policy }: { policy: PolicyRecord }) {
  return policy.policy_type === 'NOTARY' ? (
    <NotaryEditor policy={policy} />
  ) : (
    <EolEditor policy={policy} />
  );
}
