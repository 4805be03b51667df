'use client';

import { useState } from 'react';
import type { ColumnFacts } from '@/components/data-table/columns';
import { ExportSelected } from '@/components/data-table/export-selected';
import type { Selection } from '@/components/data-table/selection';
import { SelectionBar } from '@/components/data-table/selection-bar';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { QuickDays } from '@/features/frame/quick-days';
import { Textarea } from '@/components/ui/textarea';
import type { Day } from '@/domain/eol/calendar';
import { MAX_WAIVER_TEXT } from '@/domain/waiver/waiver';
import { BulkDialog } from '@/features/frame/bulk-dialog';
import { useMatchingRows } from '@/features/frame/matching-rows';
import { useMay } from '@/features/frame/reader';
import { formatCount } from '@/lib/numbers';
import { useTRPCClient } from '@/trpc/client';
import { findingsExportHref, toFindingsQuery, type FindingsState } from './params';
import { columnsInAddress, FINDINGS_TABLE, type ListedFinding } from './table';

/** Waivers of one call, as many as it takes: one message names them all. */
const CHUNK = 100;

export interface FindingSelectionProps {
  state: FindingsState;
  columns: readonly ColumnFacts[];
  selection: Selection<ListedFinding>;
  total: number;
  today: Day;
}

/** Offers what can be done with the findings that are selected. */
export function FindingSelection({
  state,
  columns,
  selection,
  total,
  today,
}: FindingSelectionProps) {
  const { params } = state;
  const client = useTRPCClient();
  const matching = useMatchingRows<ListedFinding>(
    (page, size) => client.finding.list.query({ ...toFindingsQuery(params), page, size }),
    (rows) => selection.set(rows, true),
  );
  const findings = [...selection.rows.values()];
  const mayAsk = useMay('waiver:ask');
  return (
    <SelectionBar
      count={findings.length}
      total={total}
      noun="findings"
      onSelectAll={matching.readAll}
      loading={matching.isReading}
      onClear={selection.clear}
    >
      <ExportSelected
        name={FINDINGS_TABLE}
        columns={columns}
        columnsInAddress={columnsInAddress(state)}
        exportHref={findingsExportHref(params)}
        ids={findings.map(({ id }) => id)}
      />
      {mayAsk && <AskWaivers findings={findings} today={today} onDone={selection.clear} />}
    </SelectionBar>
  );
}

/** Software of a project: what one waiver is for. */
interface Place {
  readonly id: string;
  readonly name: string;
  readonly project_name: string;
  readonly product_name: string;
  readonly cycle: string;
}

/** Makes one place of all findings of a release cycle in a project, whatever images and package types they are of. */
function placesOf(findings: readonly ListedFinding[]): readonly Place[] {
  const places = findings.map(({ project, product_name, cycle }) => {
    const name = `${product_name} ${cycle} in ${project.name}`;
    return { id: '', name, project_name: project.name, product_name, cycle };
  });
  const each = new Map(
    places.map((place) => [
      JSON.stringify([place.project_name, place.product_name, place.cycle]),
      place,
    ]),
  );
  return [...each.values()].map((place, index) => ({ ...place, id: String(index) }));
}

interface AskWaiversProps {
  findings: readonly ListedFinding[];
  today: Day;
  onDone: () => void;
}

function AskWaivers({ findings, today, onDone }: AskWaiversProps) {
  const client = useTRPCClient();
  const [asked, setAsked] = useState<readonly Place[] | null>(null);
  const [reason, setReason] = useState('');
  const [endsOn, setEndsOn] = useState('');
  const count = asked?.length ?? 0;
  return (
    <>
      <Button size="sm" onClick={() => setAsked(placesOf(findings))}>
        Ask for a waiver…
      </Button>
      {asked && (
        <BulkDialog
          title={`Ask for ${count === 1 ? '1 waiver' : `${formatCount(count)} waivers`}?`}
          description="One for each release cycle in each project. Nothing is waived before an admin grants it."
          confirmLabel="Ask"
          doneWord="asked for"
          items={asked}
          chunk={CHUNK}
          isReady={reason.trim() !== '' && endsOn !== ''}
          act={(ids) =>
            client.waiver.askMany.mutate({
              places: asked
                .filter(({ id }) => ids.includes(id))
                .map(({ id, project_name, product_name, cycle }) => ({
                  ...{ key: id, project_name, product_name, cycle },
                })),
              reason,
              ends_on: endsOn,
            })
          }
          onClose={(done) => {
            setAsked(null);
            if (done.length > 0) onDone();
          }}
        >
          <Field label="Reason" required>
            <Textarea
              value={reason}
              rows={3}
              maxLength={MAX_WAIVER_TEXT}
              onChange={(event) => setReason(event.target.value)}
            />
          </Field>
          <Field label="Last day" required hint="To its end in UTC.">
            <Input type="date" value={endsOn} onChange={(event) => setEndsOn(event.target.value)} />
          </Field>
          <QuickDays today={today} onChoose={setEndsOn} />
        </BulkDialog>
      )}
    </>
  );
}
