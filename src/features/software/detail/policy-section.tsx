import type { ReactNode } from 'react';
import { ShieldAlert, ShieldCheck, ShieldX } from 'lucide-react';
import { Card } from '@/components/ui/card';
import { TextLink } from '@/components/ui/text-link';
import { policyHref } from '@/features/policy/list/params';
import { ProjectName } from '@/features/project/project-name';
import { formatDay } from '@/lib/dates';
import type { PolicyJudgement, SoftwareDetail } from '../software-types';

/** What builds that hold it are told, today and on which later days. */
export function PolicySection({ software }: { software: SoftwareDetail }) {
  const { policy, projectPolicies } = software;
  return (
    <Card title="What policies say">
      <div className="grid gap-3">
        {projectPolicies.map(({ project, policy: own }) => (
          <Judgement key={project.id} policy={own} where={<ProjectName name={project.name} />} />
        ))}
        <Judgement
          policy={policy}
          where={projectPolicies.length === 0 ? null : 'Everywhere else'}
        />
      </div>
    </Card>
  );
}

const TODAY = {
  ALLOW: { words: 'Builds pass', Icon: ShieldCheck },
  WARN: { words: 'Builds are warned', Icon: ShieldAlert },
  DENY: { words: 'Builds are denied', Icon: ShieldX },
} as const;

const FROM = { ALLOW: 'pass', WARN: 'are warned', DENY: 'are denied' } as const;

interface JudgementProps {
  policy: PolicyJudgement;
  /** The project that it is about; null when there is one answer for all. */
  where: ReactNode;
}

function Judgement({ policy, where }: JudgementProps) {
  const { words, Icon } = TODAY[policy.action];
  const changes = policy.changes.map(
    ({ on, action }) => `they ${FROM[action]} from ${formatDay(on)}`,
  );
  return (
    <div className="flex min-w-0 gap-2 text-sm">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      <div className="min-w-0">
        {where && <div className="text-muted">{where}</div>}
        <p className="font-medium">
          {words}
          {policy.appliesOn && policy.action !== 'ALLOW' && ` since ${formatDay(policy.appliesOn)}`}
        </p>
        {policy.message && (
          <p className="wrap-anywhere text-muted">
            {policy.message}{' '}
            {policy.policyId && (
              <TextLink href={policyHref(policy.policyId)} prefetch={false}>
                Read the policy
              </TextLink>
            )}
          </p>
        )}
        <p className="text-muted">{laterWords(policy, changes)}</p>
      </div>
    </div>
  );
}

function laterWords({ action }: PolicyJudgement, changes: readonly string[]): string | null {
  if (changes.length === 0) {
    return action === 'ALLOW' ? 'No policy concerns it, today or later.' : null;
  }
  const [first = '', ...rest] = changes;
  return `${first.charAt(0).toUpperCase()}${first.slice(1)}${rest.map((text) => `, ${text}`).join('')}.`;
}
