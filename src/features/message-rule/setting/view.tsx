'use client';

import { useState, type SubmitEvent } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Loading } from '@/components/feedback/loading';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { toast } from '@/components/ui/toast';
import {
  DEFAULT_TEMPI,
  endThresholds,
  type MessageSetting,
  messageSetting,
} from '@/domain/message/setting';
import { timeZone } from '@/domain/message/tempo';
import { CallFailure } from '@/features/frame/call-failure';
import { FormProblem } from '@/features/frame/form-problem';
import { SettingsPart } from '@/features/frame/section';
import { refusalOf } from '@/features/frame/words';
import { useTRPC } from '@/trpc/client';
import { DEFAULT_TEMPO_WORDS, hourInWords } from '../words';

const TEMPO_OPTIONS = DEFAULT_TEMPI.map((value) => ({ value, label: DEFAULT_TEMPO_WORDS[value] }));
const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: hourInWords(hour),
}));

/** Shows what holds for all messages of an organization, to whoever may change it. */
export function MessageSettingView() {
  const setting = useQuery(useTRPC().messageRule.setting.queryOptions());
  return (
    <section aria-labelledby="for-all" className="grid min-w-0 gap-3">
      <h3 id="for-all" className="font-semibold">
        For all messages
      </h3>
      {setting.error && <CallFailure title="This could not be loaded." query={setting} />}
      {setting.isPending && <Loading label="Loading" rows={2} columns={2} />}
      {setting.data && <SettingForm key={JSON.stringify(setting.data)} setting={setting.data} />}
    </section>
  );
}

function daysOf(text: string): number[] {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '');
  return parts.map((part) => (/^\d{1,4}$/.test(part) ? Number(part) : NaN));
}

function SettingForm({ setting }: { readonly setting: MessageSetting }) {
  const [days, setDays] = useState(setting.end_thresholds.join(', '));
  const [tempo, setTempo] = useState(setting.tempo);
  const [hour, setHour] = useState(String(setting.hour));
  const [zone, setZone] = useState(setting.time_zone);
  const save = useSave();
  const typed = { end_thresholds: daysOf(days), tempo, hour: Number(hour), time_zone: zone.trim() };
  const read = messageSetting.safeParse(typed);
  const isDays = endThresholds.safeParse(typed.end_thresholds).success;
  const isZone = timeZone.safeParse(typed.time_zone).success;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (read.success) save.mutate({ body: read.data });
  };
  return (
    <form onSubmit={submit} className="divide-y rounded-md border bg-surface" noValidate>
      <SettingsPart
        title="When to announce ends"
        description="Days before the end of support; 0 is the day itself. Adding a day does not repeat what was already said."
      >
        <Field label="Days before" error={isDays ? null : 'One to eight numbers from 0 to 730'}>
          <Input value={days} onChange={(event) => setDays(event.target.value)} />
        </Field>
      </SettingsPart>
      <SettingsPart
        title="What people get"
        description="When the personal digest is sent to people who have not chosen a time."
      >
        <div className="grid gap-3">
          <Field label="Digest of people">
            <Select options={TEMPO_OPTIONS} value={tempo} onChange={setTempo} />
          </Field>
          <Field label="Hour">
            <Select options={HOURS} value={hour} onChange={setHour} />
          </Field>
          <Field label="Time zone" error={isZone ? null : 'Enter the name of a time zone'}>
            <Input
              value={zone}
              spellCheck={false}
              onChange={(event) => setZone(event.target.value)}
            />
          </Field>
        </div>
      </SettingsPart>
      <div className="grid justify-items-start gap-3 px-4 py-3">
        <FormProblem>{save.error && refusalOf(save.error, 'Nothing was changed.')}</FormProblem>
        <Button type="submit" variant="primary" loading={save.isPending} disabled={!read.success}>
          Save
        </Button>
      </div>
    </form>
  );
}

function useSave() {
  const { messageRule } = useTRPC();
  const queries = useQueryClient();
  return useMutation({
    ...messageRule.changeSetting.mutationOptions(),
    onSuccess: async () => {
      toast.success('Saved');
      await queries.invalidateQueries(messageRule.pathFilter());
    },
  });
}
