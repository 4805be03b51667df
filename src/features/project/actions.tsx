'use client';

import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { ExportSelected } from '@/components/data-table/export-selected';
import type { Selection } from '@/components/data-table/selection';
import { SelectionBar } from '@/components/data-table/selection-bar';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { BulkDialog } from '@/features/frame/bulk-dialog';
import { useMatchingRows } from '@/features/frame/matching-rows';
import { useMay } from '@/features/frame/reader';
import { formatCount } from '@/lib/numbers';
import { useTRPC, useTRPCClient } from '@/trpc/client';
import {
  columnsInAddress,
  PROJECTS_TABLE,
  projectsExportHref,
  toProjectsQuery,
  type ProjectsState,
} from './params';
import { PROJECT_COLUMNS, type ListedProject } from './table';

/** Projects of one call: each is a transaction of its own. */
const CHUNK = 25;
/** The choice of no team. */
const BY_RULES = 'rules';

export interface ProjectSelectionProps {
  state: ProjectsState;
  selection: Selection<ListedProject>;
  total: number;
}

/** Offers what can be done with the projects that are selected. */
export function ProjectSelection({ state, selection, total }: ProjectSelectionProps) {
  const { params } = state;
  const client = useTRPCClient();
  const matching = useMatchingRows<ListedProject>(
    (page, size) =>
      client.project.listForDashboard.query({ ...toProjectsQuery(params), page, size }),
    (rows) => selection.set(rows, true),
  );
  const projects = [...selection.rows.values()];
  const maySet = useMay('owner:set');
  return (
    <SelectionBar
      count={projects.length}
      total={total}
      noun="projects"
      onSelectAll={matching.readAll}
      loading={matching.isReading}
      onClear={selection.clear}
    >
      <ExportSelected
        name={PROJECTS_TABLE}
        columns={PROJECT_COLUMNS}
        columnsInAddress={columnsInAddress(state)}
        exportHref={projectsExportHref(params)}
        ids={projects.map(({ id }) => id)}
      />
      {maySet && <SetOwners projects={projects} onDone={selection.clear} />}
    </SelectionBar>
  );
}

interface SetOwnersProps {
  projects: readonly ListedProject[];
  onDone: () => void;
}

function SetOwners({ projects, onDone }: SetOwnersProps) {
  const client = useTRPCClient();
  const teams = useQuery(useTRPC().team.names.queryOptions());
  const [asked, setAsked] = useState<readonly ListedProject[] | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <>
      <Button size="sm" onClick={() => setAsked(projects)}>
        Set the owner…
      </Button>
      {asked && (
        <BulkDialog
          title={`Set who owns ${asked.length === 1 ? '1 project' : `${formatCount(asked.length)} projects`}?`}
          description="By hand: no rule changes it from then on."
          confirmLabel="Set the owner"
          doneWord="changed"
          items={asked}
          chunk={CHUNK}
          isReady={chosen !== null}
          act={(ids) =>
            client.team.setOwners.mutate({
              ids: [...ids],
              teamId: chosen === BY_RULES ? null : chosen,
            })
          }
          onClose={(done) => {
            setAsked(null);
            setChosen(null);
            if (done.length > 0) onDone();
          }}
        >
          <Field label="Owner">
            <Select
              placeholder="Choose a team"
              options={[
                ...(teams.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
                { value: BY_RULES, label: 'As the rules say' },
              ]}
              value={chosen ?? ''}
              onChange={setChosen}
            />
          </Field>
        </BulkDialog>
      )}
    </>
  );
}
