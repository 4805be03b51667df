'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, type FieldErrors, type UseFormRegister } from 'react-hook-form';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Textarea } from '@/components/ui/textarea';
import { MAX_WAIVER_TEXT } from '@/domain/waiver/waiver';
import { formatDay } from '@/lib/dates';
import type { WaiverDetail } from '../types';
import { termsSchema, type EnteredTerms } from './schema';

export interface TermFieldsProps {
  readonly register: UseFormRegister<EnteredTerms>;
  readonly errors: FieldErrors<EnteredTerms>;
}

/** Asks why something is needed, and what lessens the risk. */
export function ReasonFields({ register, errors }: TermFieldsProps) {
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

export interface EndFieldsProps extends TermFieldsProps {
  /** UTC days. */
  readonly firstEnd: string;
  readonly lastEnd?: string;
  /** What an address that is left out means. */
  readonly ownerHint: string;
}

/** Asks until when, who answers for it, and where more is to be read. */
export function EndFields({ register, errors, firstEnd, lastEnd, ownerHint }: EndFieldsProps) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Last day"
          required
          hint={`To its end in UTC${lastEnd === undefined ? '' : `; ${formatDay(lastEnd)} at the latest`}.`}
          error={errors.endsOn?.message}
        >
          <Input {...register('endsOn')} type="date" min={firstEnd} max={lastEnd} />
        </Field>
        <Field label="Who answers for it" hint={ownerHint} error={errors.ownerEmail?.message}>
          <Input {...register('ownerEmail')} autoComplete="off" maxLength={255} />
        </Field>
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

export interface ChangeFormProps {
  /** Id for the button that submits it from outside. */
  readonly id: string;
  readonly waiver: WaiverDetail;
  /** A UTC day. */
  readonly today: string;
  readonly onEntered: (entered: EnteredTerms) => void;
}

/** Asks what changes of a waiver: of one that was granted its end, its owner and its links. */
export function ChangeForm({ id, waiver, today, onEntered }: ChangeFormProps) {
  const { register, handleSubmit, formState } = useForm<EnteredTerms>({
    resolver: zodResolver(termsSchema),
    defaultValues: {
      ...{ reason: waiver.reason, control: waiver.mitigating_control ?? '' },
      ...{ links: waiver.links.join('\n'), endsOn: waiver.ends_on, ownerEmail: '' },
    },
  });
  const { errors } = formState;
  const isGranted = waiver.state === 'granted';
  return (
    <form id={id} onSubmit={handleSubmit(onEntered)} className="grid gap-4" noValidate>
      {!isGranted && <ReasonFields register={register} errors={errors} />}
      <EndFields
        register={register}
        errors={errors}
        firstEnd={today}
        {...(isGranted && { lastEnd: waiver.ends_on })}
        ownerHint={`The address of a member. Left empty: ${waiver.owner.name}, as now.`}
      />
    </form>
  );
}
