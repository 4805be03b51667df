'use client';

import { Card } from '@/components/ui/card';
import { CodeBlock } from '@/components/ui/code-block';
import { UNASSIGNED_PROJECT } from '@/domain/identifiers/project-name';
import { Outlook } from './outlook/outlook';
import type { PolicyRecord } from './policy-types';
import { FOR_UNASSIGNED } from './sentence';
import { SentenceText } from './sentence-text';

/** A policy for those who may not change it: its sentence, and what it does. */
export function PolicyReading({ policy }: { policy: PolicyRecord }) {
  return (
    <div className="grid min-w-0 grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <p className="rounded-md border bg-surface px-4 py-4 text-lg">
        <SentenceText policy={policy} />
        {policy.policy_scope === 'project' && policy.project_name === UNASSIGNED_PROJECT && (
          <span className="mt-2 block text-xs text-muted">{FOR_UNASSIGNED}</span>
        )}
      </p>
      {policy.policy_type === 'NOTARY' ? (
        <Card title="Trust policy">
          <CodeBlock
            label="Trust policy"
            code={JSON.stringify(policy.notary_policy_json, null, 2)}
          />
        </Card>
      ) : (
        <Card
          title="What it does"
          description="Images on which this policy decides. Others may decide on more."
        >
          <Outlook question={{ policyId: null, body: null, decidedBy: policy.id }} before={null} />
        </Card>
      )}
    </div>
  );
}
