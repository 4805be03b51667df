'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { Controller, useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { BUILD_PLATFORMS, PUBLIC_ISSUERS } from '@/domain/build-token/platform';
import { type EnteredTrust, trustSchema } from './schema';
import type { TrustedRepository } from './table';
import { PLATFORM_NAMES } from './words';

const PLATFORMS = BUILD_PLATFORMS.map((value) => ({ value, label: PLATFORM_NAMES[value] }));

const EMPTY: EnteredTrust = {
  ...{ platform: 'github', issuer: '', repository: '', project: '', ref: '', environment: '' },
  ...{ onlyProtected: false, pullRequests: false },
};

function enteredOf(known: TrustedRepository): EnteredTrust {
  return {
    ...{ platform: known.platform, issuer: known.issuer, repository: known.repository },
    ...{ project: known.project_name ?? '', ref: known.ref ?? '' },
    environment: known.environment ?? '',
    onlyProtected: known.only_protected,
    pullRequests: known.pull_requests,
  };
}

export interface TrustFormProps {
  /** Id for the button that submits it from outside. */
  readonly id: string;
  /** The one to change; null for a new one. */
  readonly known: TrustedRepository | null;
  readonly onEntered: (entered: EnteredTrust) => void;
}

/** Asks whose builds are trusted, where they upload to, and what they have to be. */
export function TrustForm({ id, known, onEntered }: TrustFormProps) {
  const form = useForm<EnteredTrust>({
    resolver: zodResolver(trustSchema),
    defaultValues: known ? enteredOf(known) : EMPTY,
  });
  const { errors } = form.formState;
  return (
    <form id={id} onSubmit={form.handleSubmit(onEntered)} className="grid gap-4">
      {!known && <IssuerFields form={form} />}
      <Field
        label="Repository"
        hint="acme/* trusts all that lie directly below acme."
        error={errors.repository?.message}
      >
        <Input
          {...form.register('repository')}
          autoComplete="off"
          placeholder="acme/shop"
          maxLength={255}
        />
      </Field>
      <Field
        label="Project"
        hint="Its builds upload there, and nowhere else. Leave empty for one named after the repository."
        error={errors.project?.message}
      >
        <Input {...form.register('project')} autoComplete="off" maxLength={1024} />
      </Field>
      <ConditionFields form={form} />
    </form>
  );
}

interface PartProps {
  readonly form: UseFormReturn<EnteredTrust>;
}

function IssuerFields({ form: { control, register, formState } }: PartProps) {
  const platform = useWatch({ control, name: 'platform' });
  return (
    <div className="grid gap-4 sm:grid-cols-[9rem_minmax(0,1fr)]">
      <Controller
        control={control}
        name="platform"
        render={({ field }) => (
          <Field label="Platform">
            <Select options={PLATFORMS} value={field.value} onChange={field.onChange} />
          </Field>
        )}
      />
      <Field
        label="Signed by"
        hint="For a server of your own. Leave empty for the public service."
        error={formState.errors.issuer?.message}
      >
        <Input
          {...register('issuer')}
          autoComplete="off"
          placeholder={PUBLIC_ISSUERS[platform]}
          maxLength={255}
        />
      </Field>
    </div>
  );
}

function ConditionFields({ form: { control, register, formState } }: PartProps) {
  const { errors } = formState;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Branch or ref" hint="Leave empty for any." error={errors.ref?.message}>
          <Input {...register('ref')} autoComplete="off" placeholder="main" maxLength={255} />
        </Field>
        <Field label="Environment" hint="Leave empty for any." error={errors.environment?.message}>
          <Input {...register('environment')} autoComplete="off" maxLength={255} />
        </Field>
      </div>
      <div className="grid gap-1">
        <Controller
          control={control}
          name="onlyProtected"
          render={({ field }) => (
            <Checkbox
              label="Only protected branches and tags"
              checked={field.value}
              onCheckedChange={(checked) => field.onChange(checked)}
            />
          )}
        />
        <Controller
          control={control}
          name="pullRequests"
          render={({ field }) => (
            <Checkbox
              label="Pull and merge requests may upload, not only check"
              checked={field.value}
              onCheckedChange={(checked) => field.onChange(checked)}
            />
          )}
        />
      </div>
    </>
  );
}
