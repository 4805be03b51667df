'use client';

import { type SubmitEvent, useState } from 'react';
import { useRouter } from 'next/navigation';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { comingOf } from '@/components/data-table/choices-coming';
import { SelectFilter } from '@/components/data-table/select-filter';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import type { PlanScope } from '@/domain/plan/plan';
import { FormProblem } from '@/features/frame/form-problem';
import { refusalOf } from '@/features/frame/words';
import { hrefs } from '@/features/hrefs';
import { useProjectChoices } from '@/features/names/project-filter';
import { useTRPC } from '@/trpc/client';
import { Brings } from './detail/table';
import { PlanFields, type PlanFaults } from './fields';
import type { PlanSubject } from './types';
import { faultsIn, newValues, toTerms } from './values';

const SCOPES = [
  { value: 'organization', label: 'Everywhere' },
  { value: 'team', label: 'In the projects of a team' },
  { value: 'project', label: 'In one project' },
] as const;

export interface NewPlanFormProps {
  subject: PlanSubject;
  /** The id of the project to begin with; null: everywhere. */
  projectId: string | null;
  /** A UTC day. */
  today: string;
}

/** Plans the move of software that images hold. */
export function NewPlanForm({ subject, projectId, today }: NewPlanFormProps) {
  const [place, setPlace] = useState<Place>({
    ...{ scope: projectId === null ? 'organization' : 'project', project: projectId, team: null },
  });
  const [values, setValues] = useState(() => newValues(subject));
  const [faults, setFaults] = useState<PlanFaults & { place?: string }>({});
  const create = useCreate();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = { ...faultsIn(values), ...placeFault(place) };
    setFaults(found);
    if (Object.keys(found).length > 0 || create.isPending) return;
    create.mutate({
      body: {
        scope: place.scope,
        project_id: place.scope === 'project' ? place.project : null,
        team_id: place.scope === 'team' ? place.team : null,
        product_name: subject.productName,
        cycle: subject.cycle,
        ...toTerms(values),
      },
    });
  };
  return (
    <form onSubmit={submit} noValidate className="grid min-w-0 gap-4">
      <FormProblem>{create.error && refusalOf(create.error, 'The plan was not made.')}</FormProblem>
      <Card title={`Move ${subject.productName} ${subject.cycle}`}>
        <div className="grid min-w-0 gap-4">
          <PlaceFields place={place} fault={faults.place} onChange={setPlace} />
          <PlanFields
            subject={subject}
            values={values}
            faults={faults}
            onChange={(changes) => setValues((known) => ({ ...known, ...changes }))}
          />
        </div>
      </Card>
      <div>
        <Button type="submit" variant="primary" loading={create.isPending}>
          Plan the move
        </Button>
      </div>
      <Brings targets={subject.targets} productName={subject.productName} today={today} />
    </form>
  );
}

interface Place {
  readonly scope: PlanScope;
  readonly project: string | null;
  readonly team: string | null;
}

function placeFault({ scope, project, team }: Place): { place?: string } {
  if (scope === 'project' && project === null) return { place: 'Choose a project.' };
  return scope === 'team' && team === null ? { place: 'Choose a team.' } : {};
}

interface PlaceFieldsProps {
  place: Place;
  fault: string | undefined;
  onChange: (place: Place) => void;
}

function PlaceFields({ place, fault, onChange }: PlaceFieldsProps) {
  const projects = useProjectChoices();
  const teams = useQuery(useTRPC().team.names.queryOptions());
  const teamOptions = (teams.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <div className="grid min-w-0 items-end gap-4 sm:grid-cols-2">
      <Field label="Where" error={fault}>
        <Select
          options={SCOPES}
          value={place.scope}
          onChange={(scope) => onChange({ ...place, scope })}
        />
      </Field>
      <div className="min-w-0">
        {place.scope === 'project' && (
          <SelectFilter
            label="Project"
            allLabel="None"
            {...projects}
            value={place.project}
            onChange={(project) => onChange({ ...place, project })}
          />
        )}
        {place.scope === 'team' && (
          <SelectFilter
            label="Team"
            allLabel="None"
            options={teamOptions}
            read={comingOf(teams)}
            value={place.team}
            onChange={(team) => onChange({ ...place, team })}
          />
        )}
      </div>
    </div>
  );
}

function useCreate() {
  const router = useRouter();
  const queries = useQueryClient();
  const trpc = useTRPC();
  return useMutation({
    ...trpc.plan.create.mutationOptions(),
    onSuccess: ({ id }) => {
      void queries.invalidateQueries(trpc.plan.pathFilter());
      router.push(hrefs.plan(id));
    },
  });
}
