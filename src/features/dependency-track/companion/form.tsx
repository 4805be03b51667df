'use client';

import { useState, type ReactNode } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { Controller, useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import { Button } from '@/components/ui/button';
import { Dialog, DialogClose } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { toast } from '@/components/ui/toast';
import { DEFAULT_INTERVAL_HOURS } from '@/domain/companion/pull';
import { FormProblem } from '@/features/frame/form-problem';
import { refusalOf } from '@/features/frame/words';
import { useTRPC } from '@/trpc/client';
import {
  companionSchema,
  INTERVALS,
  type AcceptedCompanion,
  type EnteredCompanion,
} from './schema';
import type { Companion } from './types';
import { answerWords, intervalWords } from './words';

export interface SetCompanionProps {
  /** The one that is set; null: none is. */
  readonly companion: Companion | null;
}

const FORM_ID = 'set-companion';
type CompanionForm = UseFormReturn<EnteredCompanion, unknown, AcceptedCompanion>;

/** Asks for address and key of a Dependency-Track, tries them, and sets them. */
export function SetCompanion({ companion }: SetCompanionProps) {
  const [open, setOpen] = useState(false);
  return (
    <Dialog
      title={companion ? 'Change where it is pulled from' : 'Pull from a Dependency-Track'}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant={companion ? 'secondary' : 'primary'}>
          {companion ? 'Change…' : 'Pull from a Dependency-Track'}
        </Button>
      }
    >
      {open && <CompanionFields companion={companion} onDone={() => setOpen(false)} />}
    </Dialog>
  );
}

function CompanionFields({ companion, onDone }: SetCompanionProps & { onDone: () => void }) {
  const form: CompanionForm = useForm<EnteredCompanion, unknown, AcceptedCompanion>({
    resolver: zodResolver(companionSchema),
    defaultValues: {
      url: companion?.url ?? '',
      key: '',
      hours: String(companion?.interval_hours ?? DEFAULT_INTERVAL_HOURS),
    },
  });
  const save = useSave(onDone);
  const test = useMutation(useTRPC().companion.test.mutationOptions());
  const store = ({ url, key, hours }: AcceptedCompanion) =>
    save.mutate({ body: { url, api_key: key, interval_hours: hours } });
  const tryIt = ({ url, key }: AcceptedCompanion) => test.mutate({ body: { url, api_key: key } });
  return (
    <div className="grid gap-4">
      <FormProblem>{save.error && refusalOf(save.error, 'Nothing was saved.')}</FormProblem>
      <form id={FORM_ID} onSubmit={form.handleSubmit(store)} className="grid gap-4">
        <AddressFields form={form} companion={companion} />
        <Controller
          control={form.control}
          name="hours"
          render={({ field }) => (
            <Field label="Pull every">
              <Select
                options={intervalOptions(companion)}
                value={field.value}
                onChange={field.onChange}
              />
            </Field>
          )}
        />
      </form>
      <TestResult test={test} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button
          className="mr-auto"
          loading={test.isPending}
          onClick={() => void form.handleSubmit(tryIt)()}
        >
          Test the connection
        </Button>
        <DialogClose>
          <Button>Cancel</Button>
        </DialogClose>
        <Button type="submit" form={FORM_ID} variant="primary" loading={save.isPending}>
          Save
        </Button>
      </div>
    </div>
  );
}

function AddressFields({ form, companion }: SetCompanionProps & { readonly form: CompanionForm }) {
  const { register, control, formState } = form;
  const url = useWatch({ control, name: 'url' });
  const isStored = companion !== null && companion.key_readable && url.trim() === companion.url;
  return (
    <>
      <Field
        label="Address"
        hint="As in the browser, with or without /api."
        error={formState.errors.url?.message}
        required
      >
        <Input
          {...register('url')}
          type="url"
          autoComplete="off"
          placeholder="https://dtrack.example.com"
          maxLength={2_048}
        />
      </Field>
      <Field
        label="API key"
        hint={
          isStored
            ? 'Leave it empty to keep the stored one.'
            : 'Of a team with the permission VIEW_PORTFOLIO. It is stored sealed and never shown; another address needs it again.'
        }
        error={formState.errors.key?.message}
        required={!isStored}
      >
        <Input {...register('key')} type="password" autoComplete="off" maxLength={512} />
      </Field>
    </>
  );
}

function intervalOptions(companion: Companion | null) {
  const hours = new Set([...INTERVALS, companion?.interval_hours ?? DEFAULT_INTERVAL_HOURS]);
  return [...hours]
    .sort((left, right) => left - right)
    .map((one) => ({ value: String(one), label: intervalWords(one) }));
}

interface TestResultProps {
  readonly test: {
    readonly data: Parameters<typeof answerWords>[0] | undefined;
    readonly error: unknown;
    readonly isPending: boolean;
  };
}

/** Says what a test of the connection came to; screen readers announce it. */
function TestResult({ test: { data, error, isPending } }: TestResultProps) {
  return (
    <div role="status" className="text-sm empty:hidden">
      {isPending && <p className="text-muted">Asking…</p>}
      {!isPending && Boolean(error) && (
        <Result ok={false}>{refusalOf(error, 'It was not tried.')}</Result>
      )}
      {!isPending && data && <Result ok={data.fault === null}>{answerWords(data)}</Result>}
    </div>
  );
}

function Result({ ok, children }: { readonly ok: boolean; readonly children: ReactNode }) {
  const Icon = ok ? CircleCheck : CircleAlert;
  return (
    <p className="flex items-start gap-2 rounded-md bg-sunken px-3 py-2">
      <Icon
        aria-hidden
        className={`mt-0.5 size-4 shrink-0 ${ok ? 'text-muted' : 'text-danger-text'}`}
      />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  );
}

function useSave(onDone: () => void) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return useMutation({
    ...trpc.companion.set.mutationOptions(),
    onSuccess: async () => {
      onDone();
      toast.success('The portfolio is pulled from there now');
      await queryClient.invalidateQueries(trpc.companion.pathFilter());
    },
  });
}
