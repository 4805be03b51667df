'use client';

import { useState, type SubmitEvent } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { toast } from '@/components/ui/toast';
import { removesAnything, type RetentionRules, type RuleOfDays } from '@/domain/retention/rules';
import { FormProblem } from '@/features/frame/form-problem';
import { refusalOf } from '@/features/frame/words';
import { countOf } from '@/lib/numbers';
import { useTRPC } from '@/trpc/client';
import { bodyOf, fieldsOf, RULES, rulesIn, type RetentionFields, wordFor } from '../values';
import { RuleFields } from './fields';
import { Preview } from './table';

interface RulesFormProps {
  readonly rules: RetentionRules;
}

/** Edits the rules. What they would remove is to be looked at before they are saved. */
export function RulesForm({ rules }: RulesFormProps) {
  const [fields, setFields] = useState<RetentionFields>(() => fieldsOf(rules));
  const [asked, setAsked] = useState<string | null>(null);
  const read = rulesIn(fields);
  const isSame = read !== null && JSON.stringify(read) === JSON.stringify(rules);
  const isSeen = read !== null && asked === JSON.stringify(read);
  const change = (rule: RuleOfDays, field: RetentionFields[RuleOfDays]) =>
    setFields({ ...fields, [rule]: field });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (read) setAsked(JSON.stringify(read));
  };
  return (
    <form onSubmit={submit} className="divide-y rounded-md border bg-surface" noValidate>
      {RULES.map((rule) => (
        <RuleFields
          key={rule}
          {...{ rule, fields }}
          onChange={(field) => change(rule, field)}
          onNewest={(newestScans) => setFields({ ...fields, newestScans })}
        />
      ))}
      <div className="grid grid-cols-1 justify-items-start gap-3 px-4 py-3">
        {read && isSeen && !isSame && <SaveWhatIsSeen rules={read} />}
        {!isSeen && (
          <Button type="submit" variant="primary" disabled={!read || isSame}>
            See what would go
          </Button>
        )}
        {isSame && <p className="text-sm text-muted">These are the rules in force.</p>}
      </div>
    </form>
  );
}

/** Shows what rules would remove, and saves them. */
function SaveWhatIsSeen({ rules }: RulesFormProps) {
  const preview = useQuery({
    ...useTRPC().retention.preview.queryOptions({ body: bodyOf(rules) }),
    staleTime: 60_000,
    enabled: removesAnything(rules),
  });
  const save = useSave();
  const [isAsked, setIsAsked] = useState(false);
  const isKnown = preview.data !== undefined || !removesAnything(rules);
  const word = preview.data ? wordFor(preview.data) : null;
  const saveNow = () => save.mutate({ body: bodyOf(rules) });
  return (
    <>
      <Preview preview={preview} removesNothing={!removesAnything(rules)} />
      <FormProblem>{save.error && refusalOf(save.error, 'The rules stay.')}</FormProblem>
      <Button
        type="button"
        variant="primary"
        disabled={!isKnown}
        loading={save.isPending}
        onClick={() => (word === null ? saveNow() : setIsAsked(true))}
      >
        Save
      </Button>
      {word !== null && (
        <ConfirmDialog
          open={isAsked}
          onOpenChange={setIsAsked}
          title={`Remove ${countOf(preview.data?.rows ?? 0, 'row')}?`}
          description="They go within minutes, and do not come back. What becomes as old goes every day from then on."
          confirmLabel="Save and remove"
          typeToConfirm={word}
          pending={save.isPending}
          onConfirm={() =>
            save.mutate({ body: bodyOf(rules) }, { onSettled: () => setIsAsked(false) })
          }
        />
      )}
    </>
  );
}

function useSave() {
  const { retention } = useTRPC();
  const queries = useQueryClient();
  return useMutation({
    ...retention.changeRules.mutationOptions(),
    onSuccess: async () => {
      toast.success('Saved', { description: 'It applies within minutes.' });
      await queries.invalidateQueries(retention.pathFilter());
    },
  });
}
