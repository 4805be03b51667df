'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Controller, useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import { Button } from '@/components/ui/button';
import { DialogClose } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { toast } from '@/components/ui/toast';
import { RHYTHMS } from '@/domain/own-catalog/source';
import { ChangeList } from '@/features/catalog/own/file/table';
import { FormProblem } from '@/features/frame/form-problem';
import { refusalOf } from '@/features/frame/words';
import { countOf } from '@/lib/numbers';
import { useTRPC } from '@/trpc/client';
import { type AcceptedSource, type EnteredSource, sourceSchema } from './schema';
import { ConflictList } from './table';
import type { CatalogSource, SourcePreview } from './types';
import { RHYTHM_WORDS } from './words';

const FORM_ID = 'catalog-source';
const RHYTHM_OPTIONS = RHYTHMS.map((value) => ({ value, label: RHYTHM_WORDS[value] }));
type SourceForm = UseFormReturn<EnteredSource, unknown, AcceptedSource>;

export interface SourceFieldsProps {
  /** The one to change; null for a new one. */
  readonly source: CatalogSource | null;
  readonly onDone: () => void;
}

/** Asks where a catalog of others is, shows what it would bring, and has it read. */
export function SourceFields({ source, onDone }: SourceFieldsProps) {
  const form: SourceForm = useForm<EnteredSource, unknown, AcceptedSource>({
    resolver: zodResolver(sourceSchema),
    defaultValues: {
      name: source?.name ?? '',
      url: source?.url ?? '',
      key: '',
      rhythm: source?.rhythm ?? 'daily',
    },
  });
  const { save, error, isPending } = useSave(source, onDone);
  const preview = useMutation(useTRPC().ownCatalog.previewSource.mutationOptions());
  const look = ({ url, key }: AcceptedSource) =>
    preview.mutate({ body: { id: source?.id ?? null, url, api_key: key } });
  return (
    <div className="grid min-w-0 gap-4">
      <FormProblem>{Boolean(error) && refusalOf(error, 'Nothing was saved.')}</FormProblem>
      <form id={FORM_ID} onSubmit={form.handleSubmit(save)} className="grid gap-4">
        <AddressFields form={form} source={source} />
      </form>
      <div role="status" className="min-w-0 text-sm empty:hidden">
        {preview.isPending && <p className="text-muted">Reading it…</p>}
        {!preview.isPending && Boolean(preview.error) && (
          <p className="text-danger-text">{refusalOf(preview.error, 'It was not read.')}</p>
        )}
        {!preview.isPending && preview.data && <Preview preview={preview.data} />}
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button
          className="mr-auto"
          loading={preview.isPending}
          onClick={() => void form.handleSubmit(look)()}
        >
          Show what it brings
        </Button>
        <DialogClose>
          <Button>Cancel</Button>
        </DialogClose>
        <Button type="submit" form={FORM_ID} variant="primary" loading={isPending}>
          {source ? 'Save' : 'Read it from now on'}
        </Button>
      </div>
    </div>
  );
}

function AddressFields({
  form: { register, control, formState },
  source,
}: {
  readonly form: SourceForm;
  readonly source: CatalogSource | null;
}) {
  const url = useWatch({ control, name: 'url' });
  const isStored = source?.has_key === true && source.key_readable && url.trim() === source.url;
  const { errors } = formState;
  return (
    <>
      <Field
        label="Name"
        hint="What its products are said to be from."
        error={errors.name?.message}
        required
      >
        <Input {...register('name')} autoComplete="off" maxLength={100} autoFocus />
      </Field>
      <Field
        label="Address"
        hint="Of another Eventide, or of a file in the form of catalog.yaml or of endoflife.date."
        error={errors.url?.message}
        required
      >
        <Input
          {...register('url')}
          type="url"
          autoComplete="off"
          placeholder="https://eventide.example.com"
          maxLength={2_048}
        />
      </Field>
      <Field
        label="API key"
        hint={
          isStored
            ? 'Leave it empty to keep the stored one.'
            : 'Where one is needed: of another Eventide, a key of the role viewer. It is stored sealed and never shown.'
        }
        error={errors.key?.message}
      >
        <Input {...register('key')} type="password" autoComplete="off" maxLength={512} />
      </Field>
      <Controller
        control={control}
        name="rhythm"
        render={({ field }) => (
          <Field label="Read it">
            <Select options={RHYTHM_OPTIONS} value={field.value} onChange={field.onChange} />
          </Field>
        )}
      />
    </>
  );
}

function Preview({
  preview: { fault, changes, same, conflicts },
}: {
  readonly preview: SourcePreview;
}) {
  if (fault !== null) return <p className="wrap-anywhere text-danger-text">{fault}</p>;
  return (
    <div className="grid max-h-80 min-w-0 gap-2 overflow-y-auto" tabIndex={0}>
      <p>
        {changes.length === 0
          ? 'Nothing would change'
          : `${countOf(changes.length, 'product')} would change`}
        {same > 0 && `, ${countOf(same, 'product')} would stay as they are`}.
      </p>
      {changes.length > 0 && <ChangeList changes={changes} />}
      {conflicts.length > 0 && <ConflictList conflicts={conflicts} count={conflicts.length} />}
    </div>
  );
}

function useSave(source: CatalogSource | null, onDone: () => void) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const settled = {
    onSuccess: async () => {
      onDone();
      toast.success(source ? 'It is changed' : 'It is read within seconds');
      await queryClient.invalidateQueries(trpc.ownCatalog.pathFilter());
    },
  };
  const create = useMutation({ ...trpc.ownCatalog.createSource.mutationOptions(), ...settled });
  const update = useMutation({ ...trpc.ownCatalog.updateSource.mutationOptions(), ...settled });
  const save = ({ key, ...values }: AcceptedSource) => {
    const body = { ...values, api_key: key };
    if (source) update.mutate({ id: source.id, body });
    else create.mutate({ body });
  };
  return {
    save,
    error: create.error ?? update.error,
    isPending: create.isPending || update.isPending,
  };
}
