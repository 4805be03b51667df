'use client';

import { useQuery } from '@tanstack/react-query';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { SelectFilter } from '@/components/data-table/select-filter';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import type { ContractScope } from '@/domain/contract/contract';
import { useProjectChoices } from '@/features/names/project-filter';
import { useTRPC } from '@/trpc/client';
import { SCOPE_OPTIONS } from '../../words';
import type { EnteredContract } from '../schema';

const HINTS = {
  organization: 'In any image of the organization.',
  team: 'In whatever project the team owns at the time, and in no other.',
  project: 'In any image of this project, and in no other project.',
} as const satisfies Record<ContractScope, string>;

/** Asks where the contract covers. */
export function PlaceFields() {
  const { control, formState } = useFormContext<EnteredContract>();
  const scope = useWatch({ control, name: 'scope' });
  const { errors } = formState;
  return (
    <div className="grid min-w-0 gap-4 sm:grid-cols-2">
      <Controller
        control={control}
        name="scope"
        render={({ field }) => (
          <Field
            label="Where"
            hint={HINTS[scope]}
            error={errors.scope?.message ?? errors.project?.message}
          >
            <Select options={SCOPE_OPTIONS} value={field.value} onChange={field.onChange} />
          </Field>
        )}
      />
      {scope === 'team' && <TeamField />}
      {scope === 'project' && <ProjectField />}
    </div>
  );
}

function TeamField() {
  const { control, formState } = useFormContext<EnteredContract>();
  const teams = useQuery(useTRPC().team.names.queryOptions());
  const options = (teams.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Controller
      control={control}
      name="team"
      render={({ field }) => (
        <Field
          label="Team"
          required
          hint={teams.data?.length === 0 ? 'There is no team yet.' : undefined}
          error={formState.errors.team?.message}
        >
          <Select options={options} value={field.value} onChange={field.onChange} />
        </Field>
      )}
    />
  );
}

/** Of many, so found by typing. */
function ProjectField() {
  const { control } = useFormContext<EnteredContract>();
  const projects = useProjectChoices();
  return (
    <Controller
      control={control}
      name="project"
      render={({ field }) => (
        <div className="min-w-0 sm:pt-6.5">
          <SelectFilter
            label="Project"
            allLabel="None"
            {...projects}
            value={field.value}
            onChange={field.onChange}
          />
        </div>
      )}
    />
  );
}
