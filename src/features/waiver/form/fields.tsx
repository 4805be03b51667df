'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { Controller, FormProvider, useForm, useFormContext } from 'react-hook-form';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { QuickDays } from '@/features/frame/quick-days';
import { Select } from '@/components/ui/select';
import { Textarea } from '@/components/ui/textarea';
import type { Day } from '@/domain/eol/calendar';
import { MAX_WAIVER_TEXT } from '@/domain/waiver/waiver';
import { formatDay } from '@/lib/dates';
import { useTRPC } from '@/trpc/client';
import type { WaiverDetail } from '../types';
import { termsSchema, type EnteredTerms } from './schema';

/** Asks why something is needed, and what lessens the risk, in the form around it. */
export function ReasonFields() {
  const { register, formState } = useFormContext<EnteredTerms>();
  const { errors } = formState;
  return (
    <>
      <Field label="Reason" required error={errors.reason?.message}>
        <Textarea {...register('reason')} maxLength={MAX_WAIVER_TEXT} rows={3} />
      </Field>
      <Field
        label="Mitigating control"
        hint="What lowers the risk meanwhile, such as a network that nobody else can reach."
        error={errors.control?.message}
      >
        <Textarea {...register('control')} maxLength={MAX_WAIVER_TEXT} rows={2} />
      </Field>
    </>
  );
}

export interface EndFieldsProps {
  readonly today: Day;
  /** A UTC day. */
  readonly lastEnd?: string;
  /** Who answers for it where nobody is chosen. */
  readonly ownerDefault: string;
}

/** Asks until when, who answers for it, and where more is to be read, in the form around it. */
export function EndFields({ today, lastEnd, ownerDefault }: EndFieldsProps) {
  const { register, setValue, formState } = useFormContext<EnteredTerms>();
  const { errors } = formState;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <div className="grid min-w-0 content-start gap-2">
          <Field
            label="Last day"
            required
            hint={`To its end in UTC${lastEnd === undefined ? '' : `; ${formatDay(lastEnd)} at the latest`}.`}
            error={errors.endsOn?.message}
          >
            <Input {...register('endsOn')} type="date" min={today} max={lastEnd} />
          </Field>
          <QuickDays
            today={today}
            latest={lastEnd}
            onChoose={(day) => setValue('endsOn', day, { shouldDirty: true, shouldValidate: true })}
          />
        </div>
        <OwnerField ownerDefault={ownerDefault} />
      </div>
      <Field
        label="Links"
        hint="Tickets or documents: https addresses, one per line."
        error={errors.links?.message}
      >
        <Textarea {...register('links')} rows={2} />
      </Field>
    </>
  );
}

/** Stands for no address: a choice needs a value. */
const NOBODY_CHOSEN = 'nobody';

function OwnerField({ ownerDefault }: Pick<EndFieldsProps, 'ownerDefault'>) {
  const { control, formState } = useFormContext<EnteredTerms>();
  const people = useQuery(useTRPC().waiver.people.queryOptions());
  const options = [
    { value: NOBODY_CHOSEN, label: ownerDefault },
    ...(people.data ?? []).map(({ name, email }) => ({
      value: email,
      label: `${name} (${email})`,
    })),
  ];
  return (
    <Controller
      control={control}
      name="ownerEmail"
      render={({ field }) => (
        <Field
          label="Who answers for it"
          hint={
            people.error ? 'The members could not be loaded.' : 'Any member of the organization.'
          }
          error={formState.errors.ownerEmail?.message}
        >
          <Select
            options={options}
            value={field.value === '' ? NOBODY_CHOSEN : field.value}
            onChange={(chosen) => field.onChange(chosen === NOBODY_CHOSEN ? '' : chosen)}
          />
        </Field>
      )}
    />
  );
}

export interface ChangeFormProps {
  /** Id for the button that submits it from outside. */
  readonly id: string;
  readonly waiver: WaiverDetail;
  readonly today: Day;
  readonly onEntered: (entered: EnteredTerms) => void;
}

/** Asks what changes of a waiver: of one that was granted its end, its owner and its links. */
export function ChangeForm({ id, waiver, today, onEntered }: ChangeFormProps) {
  const form = useForm<EnteredTerms>({
    resolver: zodResolver(termsSchema),
    defaultValues: {
      ...{ reason: waiver.reason, control: waiver.mitigating_control ?? '' },
      ...{ links: waiver.links.join('\n'), endsOn: waiver.ends_on, ownerEmail: '' },
    },
  });
  const isGranted = waiver.state === 'granted';
  return (
    <form id={id} onSubmit={form.handleSubmit(onEntered)} className="grid gap-4" noValidate>
      <FormProvider {...form}>
        {!isGranted && <ReasonFields />}
        <EndFields
          today={today}
          {...(isGranted && { lastEnd: waiver.ends_on })}
          ownerDefault={`${waiver.owner.name}, as now`}
        />
      </FormProvider>
    </form>
  );
}
