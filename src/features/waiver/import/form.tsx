'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { FormProvider, useForm, type UseFormReturn } from 'react-hook-form';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { QuickDays } from '@/features/frame/quick-days';
import { Textarea } from '@/components/ui/textarea';
import type { Day } from '@/domain/eol/calendar';
import { MAX_WAIVER_TEXT } from '@/domain/waiver/waiver';
import { PlaceFields } from '../place/fields';
import { fileKindOf, importSchema, type EnteredImport } from './schema';

export interface ImportFormProps {
  readonly today: Day;
  readonly isReading: boolean;
  /** What is entered is to be read. */
  readonly onEntered: (entered: EnteredImport) => void;
  /** Something has changed: what was read is not what would be asked for any more. */
  readonly onChanged: () => void;
}

/** Asks for a file, for the place of its waivers, and for what its entries do not say. */
export function ImportForm({ today, isReading, onEntered, onChanged }: ImportFormProps) {
  const form = useForm<EnteredImport>({
    resolver: zodResolver(importSchema),
    defaultValues: {
      ...{ content: '', file: '.trivyignore', scope: 'project' },
      ...{ team: '', project: '', image: '' },
      ...{ reason: '', endsOn: '' },
    },
  });
  const { register, handleSubmit, formState } = form;
  const { errors } = formState;
  return (
    <form
      onSubmit={handleSubmit(onEntered)}
      onChange={onChanged}
      className="grid max-w-3xl gap-4 rounded-md border bg-surface p-4"
      noValidate
    >
      <FileField form={form} />
      <FormProvider {...form}>
        <PlaceFields onChosen={onChanged} />
      </FormProvider>
      <Field
        label="Reason"
        hint="For entries without one. In .trivyignore, a comment directly above is the reason."
        error={errors.reason?.message}
      >
        <Textarea {...register('reason')} maxLength={MAX_WAIVER_TEXT} rows={2} />
      </Field>
      <Field label="Last day" hint="For entries without an end." error={errors.endsOn?.message}>
        <Input {...register('endsOn')} type="date" min={today} className="w-44" />
      </Field>
      <QuickDays
        today={today}
        onChoose={(day) => {
          form.setValue('endsOn', day, { shouldDirty: true, shouldValidate: true });
          onChanged();
        }}
      />
      <div>
        <Button type="submit" loading={isReading}>
          Show what it says
        </Button>
      </div>
    </form>
  );
}

interface PartProps {
  readonly form: UseFormReturn<EnteredImport>;
}

function FileField({ form: { setValue, formState } }: PartProps) {
  const take = async (file: File | undefined) => {
    if (!file) return;
    setValue('file', fileKindOf(file.name));
    setValue('content', await file.text(), { shouldValidate: true });
  };
  return (
    <Field
      label="File"
      required
      hint=".trivyignore, .trivyignore.yaml or .snyk. Entries are called EOL-Debian-Linux-11."
      error={formState.errors.content?.message}
    >
      <Input
        type="file"
        className="h-auto py-1 pl-1 file:mr-2.5 file:h-6 file:cursor-pointer file:rounded-sm file:bg-active file:px-2 file:font-medium"
        onChange={(event) => void take(event.target.files?.[0])}
      />
    </Field>
  );
}
