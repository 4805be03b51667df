'use client';

import { useState, type SubmitEvent } from 'react';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Loading } from '@/components/feedback/loading';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { TextLink } from '@/components/ui/text-link';
import { toast } from '@/components/ui/toast';
import { DEFAULT_RETIRE_DAYS } from '@/domain/image/retirement';
import { CallFailure } from '@/features/frame/call-failure';
import { FormProblem } from '@/features/frame/form-problem';
import { useMay } from '@/features/frame/reader';
import { SectionHead, SettingsPart } from '@/features/frame/section';
import { refusalOf } from '@/features/frame/words';
import { hrefs } from '@/features/hrefs';
import { formatDay } from '@/lib/dates';
import { countOf } from '@/lib/numbers';
import { useTRPC } from '@/trpc/client';
import { RetiredNote } from '../card';
import { daysIn, DAYS_ERROR } from '../values';
import type { RetirementRules } from '../types';
import { previewWords } from '../words';

/** Shows when an organization's images are retired; admins change it. */
export function RetirementRulesView() {
  const rules = useQuery(useTRPC().retirement.rules.queryOptions());
  const mayChange = useMay('organization:manage');
  return (
    <section className="grid min-w-0 grid-cols-1 gap-3">
      <SectionHead title="Retired images">
        An image that nobody scans or runs any more stops counting, so that figures show what is in
        use. Its history is kept, and a new scan brings it back. A project can have its own number
        of days, set on its page. <TextLink href={hrefs.docs.retirement}>How it works</TextLink>
      </SectionHead>
      <RetiredNote projectId={null} retiredHref={hrefs.images({ retired: 'yes' })} />
      {rules.error && <CallFailure title="The rules could not be loaded." query={rules} />}
      {rules.isPending && <Loading label="Loading the rules" rows={2} columns={2} />}
      {rules.data && mayChange && <RulesForm key={JSON.stringify(rules.data)} rules={rules.data} />}
      {rules.data && !mayChange && <ReadOnly rules={rules.data} />}
    </section>
  );
}

interface RulesProps {
  readonly rules: RetirementRules;
}

const SCANNED_WORDS = {
  title: 'Not scanned',
  description: 'Neither scanned nor seen running. What a cluster runs now is never retired.',
};
const RUNNING_WORDS = {
  title: 'Not running any more',
  description: 'Once it ran in a cluster, and since then it was neither seen there nor scanned.',
};

function ReadOnly({ rules: { not_scanned_days, not_running_days } }: RulesProps) {
  return (
    <div className="divide-y rounded-md border bg-surface">
      <SettingsPart {...SCANNED_WORDS}>{ruleWords(not_scanned_days)}</SettingsPart>
      <SettingsPart {...RUNNING_WORDS}>{ruleWords(not_running_days)}</SettingsPart>
    </div>
  );
}

const ruleWords = (days: number) =>
  days === 0 ? 'Never retired' : `Retired after ${countOf(days, 'day')}`;

const DEFAULT_NOT_RUNNING_DAYS = 30;

function RulesForm({ rules }: RulesProps) {
  const [scanned, setScanned] = useState(() =>
    fieldOf(rules.not_scanned_days, DEFAULT_RETIRE_DAYS),
  );
  const [running, setRunning] = useState(() =>
    fieldOf(rules.not_running_days, DEFAULT_NOT_RUNNING_DAYS),
  );
  const save = useSave();
  const [notScannedDays, notRunningDays] = [daysOf(scanned), daysOf(running)];
  const isReady = notScannedDays !== null && notRunningDays !== null;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isReady)
      save.mutate({ body: { not_scanned_days: notScannedDays, not_running_days: notRunningDays } });
  };
  return (
    <form onSubmit={submit} className="divide-y rounded-md border bg-surface" noValidate>
      <SettingsPart {...SCANNED_WORDS}>
        <RuleFields
          label="Retire images that are not scanned"
          daysLabel="Days without a scan"
          rule={scanned}
          onChange={setScanned}
        />
      </SettingsPart>
      <SettingsPart {...RUNNING_WORDS}>
        <RuleFields
          label="Retire images that no cluster runs any more"
          daysLabel="Days without running"
          rule={running}
          onChange={setRunning}
        />
      </SettingsPart>
      <div className="grid justify-items-start gap-3 px-4 py-3">
        {isReady && <Preview asked={{ notScannedDays, notRunningDays }} />}
        {rules.from !== null && (
          <p className="text-sm text-muted">
            Nothing is retired before {formatDay(rules.from)}. What you save applies within minutes.
          </p>
        )}
        <FormProblem>{save.error && refusalOf(save.error, 'The rules stay.')}</FormProblem>
        <Button type="submit" variant="primary" loading={save.isPending} disabled={!isReady}>
          Save
        </Button>
      </div>
    </form>
  );
}

interface RuleState {
  readonly isOn: boolean;
  readonly days: string;
}

const fieldOf = (days: number, otherwise: number): RuleState => ({
  isOn: days > 0,
  days: String(days > 0 ? days : otherwise),
});

/** The days of a rule, 0 while it is off; null when they are none. */
const daysOf = ({ isOn, days }: RuleState) => (isOn ? daysIn(days) : 0);

interface RuleFieldsProps {
  label: string;
  daysLabel: string;
  rule: RuleState;
  onChange: (rule: RuleState) => void;
}

function RuleFields({ label, daysLabel, rule, onChange }: RuleFieldsProps) {
  return (
    <>
      <Checkbox
        label={label}
        checked={rule.isOn}
        onCheckedChange={(checked) => onChange({ ...rule, isOn: checked })}
      />
      {rule.isOn && (
        <Field label={daysLabel} error={daysIn(rule.days) === null ? DAYS_ERROR : null}>
          <Input
            value={rule.days}
            inputMode="numeric"
            className="w-28"
            onChange={(event) => onChange({ ...rule, days: event.target.value.trim() })}
          />
        </Field>
      )}
    </>
  );
}

interface PreviewProps {
  asked: { readonly notScannedDays: number; readonly notRunningDays: number };
}

/** Says what rules would do before they are saved. */
function Preview({ asked }: PreviewProps) {
  const preview = useQuery({
    ...useTRPC().retirement.preview.queryOptions(asked),
    placeholderData: keepPreviousData,
  });
  if (preview.error)
    return <CallFailure title="What this would retire could not be counted." query={preview} />;
  return (
    <p role="status" className="text-sm font-medium">
      {preview.data ? previewWords(preview.data) : 'Counting…'}
    </p>
  );
}

function useSave() {
  const { retirement } = useTRPC();
  const queries = useQueryClient();
  return useMutation({
    ...retirement.changeRules.mutationOptions(),
    onSuccess: async () => {
      toast.success('Saved', { description: 'It applies within minutes.' });
      await queries.invalidateQueries(retirement.pathFilter());
    },
  });
}
