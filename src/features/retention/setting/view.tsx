'use client';

import { useQuery } from '@tanstack/react-query';
import { Loading } from '@/components/feedback/loading';
import { TextLink } from '@/components/ui/text-link';
import { CallFailure } from '@/features/frame/call-failure';
import { useMay } from '@/features/frame/reader';
import { SectionHead, SettingsPart } from '@/features/frame/section';
import { hrefs } from '@/features/hrefs';
import { countOf } from '@/lib/numbers';
import { useTRPC } from '@/trpc/client';
import type { Retention } from '../types';
import { RULES, rulesOf } from '../values';
import { RULE_WORDS } from '../words';
import { RunsCard } from './card';
import { RulesForm } from './form';

/** Shows how long an organization keeps what is past, and what was removed; admins change it. */
export function RetentionView() {
  const rules = useQuery(useTRPC().retention.rules.queryOptions());
  const mayChange = useMay('organization:manage');
  return (
    <section className="grid min-w-0 grid-cols-1 gap-3">
      <SectionHead title="Retention">
        The past is kept unless you say otherwise. What is removed does not come back; figures,
        trends and what your images hold now stay as they are.{' '}
        <TextLink href={hrefs.docs.retention}>How it works</TextLink>
      </SectionHead>
      {rules.error && <CallFailure title="The rules could not be loaded." query={rules} />}
      {rules.isPending && <Loading label="Loading the rules" rows={6} columns={2} />}
      {rules.data && mayChange && (
        <RulesForm key={JSON.stringify(rulesOf(rules.data))} rules={rulesOf(rules.data)} />
      )}
      {rules.data && !mayChange && <ReadOnly rules={rules.data} />}
      {rules.data && <RunsCard retention={rules.data} />}
    </section>
  );
}

function ReadOnly({ rules }: { rules: Retention }) {
  const values = rulesOf(rules);
  return (
    <div className="divide-y rounded-md border bg-surface">
      {RULES.map((rule) => {
        const { title, description, off } = RULE_WORDS[rule];
        const days = values[rule];
        const kept =
          rule === 'scanDays' ? `, the newest ${String(values.newestScans)} for ever` : '';
        return (
          <SettingsPart key={rule} {...{ title, description }}>
            {days === 0 ? off : `Removed after ${countOf(days, 'day')}${kept}`}
          </SettingsPart>
        );
      })}
    </div>
  );
}
