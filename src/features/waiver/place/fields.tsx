'use client';

import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import type { WaiverScope } from '@/domain/waiver/waiver';
import { useTRPC } from '@/trpc/client';
import { SCOPE_OPTIONS } from '../words';
import type { EnteredPlace } from './schema';

const SCOPE_HINTS = {
  organization: 'In any image of the organization.',
  team: 'In whatever project the team owns at the time, and in no other.',
  project: 'In any image of this project, and in no other project.',
  image: 'In an image of this name: in the project below, or in any where that stays empty.',
} as const satisfies Record<WaiverScope, string>;

export interface PlaceFieldsProps {
  /** Something was chosen, which no event of the form tells. */
  readonly onChosen?: () => void;
  /** Beside the image, where the form asks for its tag too. */
  readonly tag?: ReactNode;
}

/** Asks where waivers shall hold, in the form around it. */
export function PlaceFields({ onChosen, tag }: PlaceFieldsProps) {
  const { control, register, formState } = useFormContext<EnteredPlace>();
  const scope = useWatch({ control, name: 'scope' });
  const { errors } = formState;
  return (
    <>
      <Controller
        control={control}
        name="scope"
        render={({ field }) => (
          <Field label="Where" hint={SCOPE_HINTS[scope]} error={errors.scope?.message}>
            <Select
              options={SCOPE_OPTIONS}
              value={field.value}
              onChange={(chosen) => {
                field.onChange(chosen);
                onChosen?.();
              }}
            />
          </Field>
        )}
      />
      {scope === 'team' && <TeamField onChosen={onChosen} />}
      {(scope === 'project' || scope === 'image') && (
        <Field
          label="Project"
          required={scope === 'project'}
          hint="Its exact name."
          error={errors.project?.message}
        >
          <Input {...register('project')} autoComplete="off" maxLength={1_024} />
        </Field>
      )}
      {scope === 'image' && (
        <div className="grid gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          <Field
            label="Image"
            required
            hint="Registry and repository, without a tag."
            error={errors.image?.message}
          >
            <Input {...register('image')} autoComplete="off" maxLength={1_024} />
          </Field>
          {tag}
        </div>
      )}
    </>
  );
}

function TeamField({ onChosen }: { readonly onChosen: (() => void) | undefined }) {
  const { control, formState } = useFormContext<EnteredPlace>();
  const teams = useQuery(useTRPC().team.names.queryOptions());
  const options = (teams.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const isNone = teams.data?.length === 0;
  return (
    <Controller
      control={control}
      name="team"
      render={({ field }) => (
        <Field
          label="Team"
          required
          hint={isNone ? 'There is no team yet.' : undefined}
          error={formState.errors.team?.message}
        >
          <Select
            options={options}
            value={field.value === '' ? null : field.value}
            onChange={(chosen) => {
              field.onChange(chosen);
              onChosen?.();
            }}
          />
        </Field>
      )}
    />
  );
}
