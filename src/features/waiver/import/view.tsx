'use client';

import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { DataTable } from '@/components/data-table/data-table';
import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';
import { Button } from '@/components/ui/button';
import { TextLink } from '@/components/ui/text-link';
import { toast } from '@/components/ui/toast';
import type { Day } from '@/domain/eol/calendar';
import { FormProblem } from '@/features/frame/form-problem';
import { refusalOf } from '@/features/frame/words';
import { hrefs } from '@/features/hrefs';
import { countOf } from '@/lib/numbers';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { ImportForm } from './form';
import { importBodyOf, type EnteredImport } from './schema';
import { IMPORT_COLUMNS } from './table';

/** Asks for what a file of a scanner ignores: shows first what is understood, and what is not. */
export function ImportView({ today }: { readonly today: Day }) {
  const [entered, setEntered] = useState<EnteredImport | null>(null);
  const queries = useQueryClient();
  const run = useMutation({
    ...useTRPC().waiver.import.mutationOptions(),
    onSuccess: ({ preview, asked }) => {
      if (preview) return;
      toast.success(`${countOf(asked, 'waiver')} asked for`);
      void queries.invalidateQueries({ refetchType: 'none' });
    },
  });
  return (
    <Stack>
      <PageHeader
        title="Import what is ignored"
        crumbs={[{ label: 'Waivers', href: hrefs.waivers() }]}
        description="You see what the file says before anything is asked for, and an admin decides before anything is waived."
      />
      <ImportForm
        today={today}
        isReading={run.isPending && run.variables.body.preview === true}
        onEntered={(given) => {
          setEntered(given);
          run.mutate({ body: importBodyOf(given, true) });
        }}
        onChanged={run.reset}
      />
      <FormProblem>{run.error && refusalOf(run.error, 'Nothing was asked for.')}</FormProblem>
      {run.data && (
        <Result
          result={run.data}
          isAsking={run.isPending}
          onAsk={() => entered && run.mutate({ body: importBodyOf(entered, false) })}
        />
      )}
    </Stack>
  );
}

interface ResultProps {
  readonly result: Outputs['waiver']['import'];
  readonly isAsking: boolean;
  readonly onAsk: () => void;
}

function Result({ result: { preview, asked, entries }, isAsking, onAsk }: ResultProps) {
  if (entries.length === 0) return <p className="text-sm">The file ignores nothing.</p>;
  return (
    <section aria-label="What the file says" className="grid min-w-0 grid-cols-1 gap-3">
      <p role="status" className="text-sm">
        {preview
          ? `${countOf(asked, 'waiver')} would be asked for`
          : `${countOf(asked, 'waiver')} asked for`}
        {', '}
        {countOf(entries.length - asked, 'entry', 'entries')} not.
      </p>
      <DataTable
        name="waiver-import"
        label="Entries of the file"
        columns={IMPORT_COLUMNS}
        rows={entries}
        rowId={({ line, id }) => `${String(line)} ${id}`}
      />
      <div className="flex items-center gap-3">
        {preview ? (
          asked > 0 && (
            <Button variant="primary" loading={isAsking} onClick={onAsk}>
              Ask for {countOf(asked, 'waiver')}
            </Button>
          )
        ) : (
          <TextLink href={hrefs.waivers()}>All waivers</TextLink>
        )}
      </div>
    </section>
  );
}
