'use client';

import { useState, type SubmitEvent } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Loading } from '@/components/feedback/loading';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { TextLink } from '@/components/ui/text-link';
import { toast } from '@/components/ui/toast';
import { MAX_MAX_TERM_DAYS, MIN_MAX_TERM_DAYS } from '@/domain/waiver/waiver';
import { CallFailure } from '@/features/frame/call-failure';
import { FormProblem } from '@/features/frame/form-problem';
import { useMay } from '@/features/frame/reader';
import { SectionHead, SettingsPart } from '@/features/frame/section';
import { refusalOf } from '@/features/frame/words';
import { hrefs } from '@/features/hrefs';
import { countOf } from '@/lib/numbers';
import { useTRPC } from '@/trpc/client';
import type { WaiverRules } from '../types';

/** Shows an organization's rules for waivers; admins change them. */
export function WaiverRulesView() {
  const rules = useQuery(useTRPC().waiver.setting.queryOptions());
  const mayChange = useMay('organization:manage');
  return (
    <section className="grid min-w-0 grid-cols-1 gap-3">
      <SectionHead title="Waivers">
        What a policy denies may be allowed for a time, where an admin grants it.{' '}
        <TextLink href={hrefs.waivers()}>All waivers</TextLink> ·{' '}
        <TextLink href={hrefs.docs.waivers}>How they work</TextLink>
      </SectionHead>
      {rules.error && <CallFailure title="The rules could not be loaded." query={rules} />}
      {rules.isPending && <Loading label="Loading the rules" rows={2} columns={2} />}
      {rules.data && mayChange && <RulesForm key={JSON.stringify(rules.data)} rules={rules.data} />}
      {rules.data && !mayChange && <ReadOnly rules={rules.data} />}
    </section>
  );
}

interface RulesProps {
  readonly rules: WaiverRules;
}

const TERM_WORDS = {
  title: 'Longest term',
  description:
    'Counted from the day a waiver is asked for or granted. Waivers in force keep their last day.',
};
const PEOPLE_WORDS = {
  title: 'Two people',
  description:
    'Whether the person who asks for a waiver, or changes the request, may also grant it.',
};

function ReadOnly({ rules: { max_days, two_people } }: RulesProps) {
  return (
    <div className="divide-y rounded-md border bg-surface">
      <SettingsPart {...TERM_WORDS}>{countOf(max_days, 'day')}</SettingsPart>
      <SettingsPart {...PEOPLE_WORDS}>
        {two_people ? 'Another person grants it' : 'One admin may do both'}
      </SettingsPart>
    </div>
  );
}

function RulesForm({ rules }: RulesProps) {
  const [days, setDays] = useState(String(rules.max_days));
  const [twoPeople, setTwoPeople] = useState(rules.two_people);
  const save = useSave();
  const isDays = /^\d{1,4}$/.test(days) && isTerm(Number(days));
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isDays) save.mutate({ body: { max_days: Number(days), two_people: twoPeople } });
  };
  return (
    <form onSubmit={submit} className="divide-y rounded-md border bg-surface" noValidate>
      <SettingsPart {...TERM_WORDS}>
        <Field
          label="Days"
          error={isDays ? null : `From ${MIN_MAX_TERM_DAYS} to ${MAX_MAX_TERM_DAYS} days`}
        >
          <Input
            value={days}
            inputMode="numeric"
            className="w-28"
            onChange={(event) => setDays(event.target.value.trim())}
          />
        </Field>
      </SettingsPart>
      <SettingsPart {...PEOPLE_WORDS}>
        <Checkbox
          label="Somebody other than the person who asked has to grant it"
          checked={twoPeople}
          onCheckedChange={(checked) => setTwoPeople(checked)}
        />
      </SettingsPart>
      <div className="grid justify-items-start gap-3 px-4 py-3">
        <FormProblem>{save.error && refusalOf(save.error, 'The rules stay.')}</FormProblem>
        <Button type="submit" variant="primary" loading={save.isPending} disabled={!isDays}>
          Save
        </Button>
      </div>
    </form>
  );
}

const isTerm = (days: number) => days >= MIN_MAX_TERM_DAYS && days <= MAX_MAX_TERM_DAYS;

function useSave() {
  const { waiver } = useTRPC();
  const queries = useQueryClient();
  return useMutation({
    ...waiver.changeSetting.mutationOptions(),
    onSuccess: async () => {
      toast.success('Saved');
      await queries.invalidateQueries(waiver.pathFilter());
    },
  });
}
