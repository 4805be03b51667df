'use client';

import type { ReactNode } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { toast } from '@/components/ui/toast';
import {
  defaultChoice,
  personalSetting,
  type PersonalSetting,
} from '@/domain/message/mail-setting';
import { PERSONAL_KINDS } from '@/domain/message/kinds';
import type { QuietHours } from '@/domain/message/quiet';
import { timeZone } from '@/domain/message/tempo';
import { KIND_WORDS } from '@/domain/message/words';
import { FormProblem } from '@/features/frame/form-problem';
import { SettingsPart } from '@/features/frame/section';
import { refusalOf } from '@/features/frame/words';
import { useTRPC } from '@/trpc/client';
import { HourField, TimeZoneField } from './fields';
import { CHOICE_OPTIONS, DAY_OPTIONS, END_HOUR_OPTIONS, TEMPO_OPTIONS } from './words';

export interface MailFormProps {
  readonly values: PersonalSetting;
  /** What holds where no time zone is named. */
  readonly fallbackZone: string;
  readonly onChange: (values: PersonalSetting) => void;
  /** Below the parts. */
  readonly children: ReactNode;
}

/** Asks what somebody wants to be mailed, and when. */
export function MailForm({ values, fallbackZone, onChange, children }: MailFormProps) {
  const change = (more: Partial<PersonalSetting>) => onChange({ ...values, ...more });
  const save = useSave();
  const problem = faultOf(values);
  return (
    <form
      className="grid max-w-3xl gap-0 divide-y rounded-md border bg-surface"
      onSubmit={(event) => {
        event.preventDefault();
        if (problem === null) save.mutate(values);
      }}
    >
      <SettingsPart
        title="Which messages"
        description="Your inbox gets all of them; here you choose what is mailed."
      >
        <Choices values={values} onChange={change} />
      </SettingsPart>
      <SettingsPart title="Digest" description="What has gathered since the last one, in one mail.">
        <div className="grid w-full gap-4 sm:grid-cols-2">
          <Field label="How often">
            <Select
              options={TEMPO_OPTIONS}
              value={values.tempo}
              onChange={(tempo) => change({ tempo })}
            />
          </Field>
          <HourField label="At" value={values.hour} onChange={(hour) => change({ hour })} />
          <TimeZoneField
            value={values.time_zone ?? ''}
            onChange={(zone) => change({ time_zone: zone === '' ? null : zone })}
            fallback={fallbackZone}
            error={zoneFault(values.time_zone)}
          />
        </div>
      </SettingsPart>
      <SettingsPart
        title="Quiet hours"
        description="Immediate mails wait until they end. Digests keep their hour."
      >
        <Quiet value={values.quiet} onChange={(quiet) => change({ quiet })} />
      </SettingsPart>
      <div className="grid gap-3 px-4 py-4">
        <FormProblem>
          {problem ?? (save.error && refusalOf(save.error, 'Nothing was saved.'))}
        </FormProblem>
        <div className="flex flex-wrap gap-2">
          <Button
            type="submit"
            variant="primary"
            loading={save.isPending}
            disabled={problem !== null}
          >
            Save
          </Button>
          {children}
        </div>
      </div>
    </form>
  );
}

function useSave() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return useMutation({
    ...trpc.inbox.changeMail.mutationOptions(),
    onSuccess: async () => {
      toast.success('Saved');
      await queryClient.invalidateQueries(trpc.inbox.mail.pathFilter());
    },
  });
}

function zoneFault(zone: string | null): string | undefined {
  return zone === null || timeZone.safeParse(zone).success
    ? undefined
    : 'No time zone of this name is known.';
}

/** What is wrong with the whole, in the words of the first fault; null when nothing is. */
function faultOf(values: PersonalSetting): string | null {
  const parsed = personalSetting.safeParse(values);
  const [fault] = parsed.error?.issues ?? [];
  if (!fault) return null;
  return fault.path[0] === 'time_zone'
    ? 'No time zone of this name is known.'
    : fault.path.includes('days') && values.quiet?.days.length === 0
      ? 'Quiet hours are on one day at least.'
      : `${fault.message.charAt(0).toUpperCase()}${fault.message.slice(1)}.`;
}

interface PartProps {
  readonly values: PersonalSetting;
  readonly onChange: (more: Partial<PersonalSetting>) => void;
}

function Choices({ values: { choices }, onChange }: PartProps) {
  return (
    <div className="grid w-full gap-3">
      {PERSONAL_KINDS.map((kind) => (
        <div
          key={kind}
          className="grid items-center gap-x-4 gap-y-1 sm:grid-cols-[minmax(0,1fr)_10rem]"
        >
          <div className="min-w-0">
            <p className="text-sm font-medium">{KIND_WORDS[kind].label}</p>
            <p className="text-xs text-pretty text-muted">{KIND_WORDS[kind].about}</p>
          </div>
          <Select
            aria-label={KIND_WORDS[kind].label}
            options={CHOICE_OPTIONS}
            value={choices[kind] ?? defaultChoice(kind)}
            onChange={(choice) => onChange({ choices: { ...choices, [kind]: choice } })}
          />
        </div>
      ))}
    </div>
  );
}

const USUAL: QuietHours = {
  ...{ from: 19, to: 7, except_stopping: false },
  days: DAY_OPTIONS.map(({ value }) => value),
};

interface QuietProps {
  readonly value: QuietHours | null;
  readonly onChange: (quiet: QuietHours | null) => void;
}

function Quiet({ value, onChange }: QuietProps) {
  const toggle = (
    <Checkbox
      label="Keep quiet hours"
      checked={value !== null}
      onCheckedChange={(checked) => onChange(checked ? USUAL : null)}
    />
  );
  if (value === null) return toggle;
  const change = (more: Partial<QuietHours>) => onChange({ ...value, ...more });
  return (
    <>
      {toggle}
      <div className="grid w-full grid-cols-2 gap-4">
        <HourField label="From" value={value.from} onChange={(from) => change({ from })} />
        <HourField
          label="To"
          value={value.to}
          onChange={(to) => change({ to })}
          options={END_HOUR_OPTIONS}
        />
      </div>
      <fieldset className="flex flex-wrap gap-x-4 gap-y-1">
        <legend className="mb-1 text-sm font-medium">Beginning on</legend>
        {DAY_OPTIONS.map(({ value: day, label }) => (
          <Checkbox
            key={day}
            label={label}
            checked={value.days.includes(day)}
            onCheckedChange={(checked) => {
              const rest = value.days.filter((one) => one !== day);
              change({ days: checked ? [...rest, day] : rest });
            }}
          />
        ))}
      </fieldset>
      <Checkbox
        label="Except for what stops builds or is broken"
        checked={value.except_stopping}
        onCheckedChange={(checked) => change({ except_stopping: checked })}
      />
    </>
  );
}

/** Sends the reader a mail, to see that it arrives. */
export function TestMail({ email }: { readonly email: string }) {
  const send = useMutation({
    ...useTRPC().inbox.testMail.mutationOptions(),
    onSuccess: () => toast.success(`A test is on its way to ${email}`),
    onError: (error) => toast.error(refusalOf(error, 'No test was sent.')),
  });
  return (
    <Button loading={send.isPending} onClick={() => send.mutate()}>
      Send me a test
    </Button>
  );
}
