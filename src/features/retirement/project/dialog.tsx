'use client';

import { useState, type ReactNode } from 'react';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { Dialog, DialogClose } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { toast } from '@/components/ui/toast';
import { DEFAULT_RETIRE_DAYS } from '@/domain/image/retirement';
import { FormProblem } from '@/features/frame/form-problem';
import { refusalOf } from '@/features/frame/words';
import { countOf } from '@/lib/numbers';
import { useTRPC } from '@/trpc/client';
import { DAYS_ERROR, daysIn } from '../values';
import { previewWords } from '../words';

export interface ChangeProjectRuleProps {
  projectId: string;
  /** 0: never; null: as everywhere. */
  own: number | null;
  inherited: number;
  trigger: ReactNode;
}

type Choice = 'inherit' | 'days' | 'never';

const choiceOf = (own: number | null): Choice =>
  own === null ? 'inherit' : own === 0 ? 'never' : 'days';

const everywhere = (days: number) =>
  days === 0
    ? 'Organization default: never'
    : `Organization default: after ${countOf(days, 'day')}`;

/** Gives a project days of its own, after a look at what they would do, in a dialog that is open to begin with. */
export function ChangeProjectRule({ projectId, own, inherited, trigger }: ChangeProjectRuleProps) {
  const [isOpen, setIsOpen] = useState(true);
  const [choice, setChoice] = useState(choiceOf(own));
  const [text, setText] = useState(String(own || inherited || DEFAULT_RETIRE_DAYS));
  const save = useSave(() => setIsOpen(false));
  const days = choice === 'inherit' ? null : choice === 'never' ? 0 : daysIn(text);
  const isReady = choice !== 'days' || days !== null;
  return (
    <Dialog
      size="sm"
      open={isOpen}
      onOpenChange={(open) => {
        setIsOpen(open);
        setChoice(choiceOf(own));
        save.reset();
      }}
      trigger={trigger}
      title="When images of this project are retired"
      description="Images that are neither scanned nor seen running."
      footer={
        <>
          <DialogClose>
            <Button disabled={save.isPending}>Cancel</Button>
          </DialogClose>
          <Button
            variant="primary"
            disabled={!isReady}
            loading={save.isPending}
            onClick={() => save.mutate({ id: projectId, body: { not_scanned_days: days } })}
          >
            Save
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <Field label="Images are retired">
          <Select
            value={choice}
            onChange={setChoice}
            options={[
              { value: 'inherit', label: everywhere(inherited) },
              { value: 'days', label: 'After a number of days' },
              { value: 'never', label: 'Never for missing scans' },
            ]}
          />
        </Field>
        {choice === 'days' && (
          <Field label="Days without a scan" error={days === null ? DAYS_ERROR : null}>
            <Input
              value={text}
              inputMode="numeric"
              className="w-28"
              onChange={(event) => setText(event.target.value.trim())}
            />
          </Field>
        )}
        {isOpen && isReady && <Preview projectId={projectId} days={days} />}
        <FormProblem>{save.error && refusalOf(save.error, 'The rule stays.')}</FormProblem>
      </div>
    </Dialog>
  );
}

function Preview({ projectId, days }: { projectId: string; days: number | null }) {
  const preview = useQuery({
    ...useTRPC().retirement.preview.queryOptions({ project: { id: projectId, days } }),
    placeholderData: keepPreviousData,
  });
  return (
    <p role="status" className="text-sm font-medium">
      {preview.data ? previewWords(preview.data) : 'Counting…'}
    </p>
  );
}

function useSave(onSaved: () => void) {
  const { retirement } = useTRPC();
  const queries = useQueryClient();
  return useMutation({
    ...retirement.changeProjectRule.mutationOptions(),
    onSuccess: async () => {
      onSaved();
      toast.success('Saved', { description: 'It applies within minutes.' });
      await queries.invalidateQueries(retirement.pathFilter());
    },
  });
}
