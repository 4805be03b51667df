'use client';

import { useRef } from 'react';
import { Link } from '@/components/ui/link';
import { Controller, useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { Textarea } from '@/components/ui/textarea';
import type { StarterProduct } from '@/domain/catalog/starter-product';
import { FormProblem } from '@/features/frame/form-problem';
import { useFocusOnError } from '@/features/frame/forms';
import { useUnsaved } from '@/features/frame/unsaved';
import { CATEGORY_OPTIONS } from '@/domain/catalog/categories';
import { CyclesField } from './cycles/form';
import type { EnteredProduct } from './schema';
import { type Begin, newProduct, type ProductValues, slugOf, valuesOf } from './values';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { toast } from '@/components/ui/toast';
import { ChangedMeanwhile } from '@/features/frame/changed-meanwhile';
import { useTRPCClient } from '@/trpc/client';
import { requestIdOf, statusOf } from '@/trpc/query-client';
import { hrefs } from '@/features/hrefs';

/** Fetched once the form is in use: they bring a library along. */
const loadRules = () => import('./schema');

export interface OwnProductFormProps {
  /** The entry to change; null for a new one. */
  before: {
    readonly product: StarterProduct;
    readonly reason: string;
    /** When it was last saved. */
    readonly setAt: string;
  } | null;
  /** What a new one begins with. */
  begin?: Begin;
  /** Where giving up leads. */
  cancelHref: string;
}

/** A product of the organization's own: what it is called, what it is recognized by, and its cycles. */
export function OwnProductForm({ before, begin, cancelHref }: OwnProductFormProps) {
  const form = useForm<ProductValues, unknown, EnteredProduct>({
    resolver: async (values, context, options) => {
      const { productResolver } = await loadRules();
      return productResolver(before?.product ?? null)(values, context, options);
    },
    defaultValues: before ? valuesOf(before.product, before.reason) : newProduct(begin),
    shouldFocusError: false,
  });
  const { errors, submitCount, isDirty } = form.formState;
  useUnsaved(isDirty);
  const { save, saving, problem } = useSaveProduct(before?.setAt ?? null);
  const element = useFocusOnError(submitCount);
  return (
    <form
      ref={element}
      onSubmit={form.handleSubmit((entered) => save({ body: entered }))}
      onChange={() => void loadRules()}
      noValidate
      className="grid max-w-5xl grid-cols-1 gap-4"
    >
      <FormProblem>
        {Object.keys(errors).length > 0 ? 'Some fields need another look.' : problem}
      </FormProblem>
      <Naming form={form} isNew={before === null} />
      <Recognition form={form} />
      <CyclesField form={form} />
      <Field
        label="Reason"
        hint="Why your organization adds it, or what changed."
        error={errors.reason?.message}
      >
        <Textarea {...textField(form, 'reason')} rows={2} maxLength={1_000} className="min-h-0" />
      </Field>
      <div className="flex gap-2">
        <Button type="submit" variant="primary" loading={saving}>
          {before ? 'Save the product' : 'Add the product'}
        </Button>
        <Button asChild>
          <Link href={cancelHref}>Cancel</Link>
        </Button>
      </div>
    </form>
  );
}

export type ProductForm = UseFormReturn<ProductValues, unknown, EnteredProduct>;

interface PartProps {
  form: ProductForm;
}

type TextName = Exclude<keyof ProductValues, 'category' | 'cycles'>;

/** Registers a text, which stands in the server's HTML too. */
function textField({ register, formState }: ProductForm, name: TextName) {
  return { ...register(name), defaultValue: formState.defaultValues?.[name] };
}

function Naming({ form, isNew }: PartProps & { isNew: boolean }) {
  const { control, formState } = form;
  const { name, vendor, category, slug } = formState.errors;
  const entered = useWatch({ control, name: 'name' });
  return (
    <Card title="What it is">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Name" hint="As scanners name it, where they do." error={name?.message}>
          <Input {...textField(form, 'name')} maxLength={255} autoFocus={isNew} />
        </Field>
        <Field label="Vendor" error={vendor?.message}>
          <Input {...textField(form, 'vendor')} maxLength={255} />
        </Field>
        <Controller
          control={control}
          name="category"
          render={({ field }) => (
            <Field label="Kind" error={category?.message}>
              <Select options={CATEGORY_OPTIONS} value={field.value} onChange={field.onChange} />
            </Field>
          )}
        />
        <Field
          label="Short name (in addresses)"
          hint={
            isNew ? 'If the catalog has the same, your product comes first.' : 'It stays as it is.'
          }
          error={slug?.message}
        >
          <Input
            {...textField(form, 'slug')}
            placeholder={slugOf(entered)}
            disabled={!isNew}
            maxLength={255}
            spellCheck={false}
            className="font-mono"
          />
        </Field>
      </div>
    </Card>
  );
}

const LISTS = [
  ['aliases', 'Other names', 'One on each line.'],
  ['purls', 'Package URLs', 'Without versions; * at the end is any rest: pkg:npm/@acme/*.'],
  ['images', 'Images', 'Names without tags, such as registry.example.com/acme/billing.'],
  ['cpes', 'CPE names', 'Without versions, such as cpe:2.3:a:acme:billing.'],
  ['references', 'References', 'Addresses where its life cycle is announced.'],
] as const;

function Recognition({ form }: PartProps) {
  return (
    <Card title="What it is recognized by">
      <div className="grid gap-4 sm:grid-cols-2">
        {LISTS.map(([name, label, hint]) => (
          <Field key={name} label={label} hint={hint} error={form.formState.errors[name]?.message}>
            <Textarea
              {...textField(form, name)}
              rows={2}
              spellCheck={false}
              className="min-h-0 font-mono"
            />
          </Field>
        ))}
      </div>
    </Card>
  );
}

/**
 * Saves a product of the organization's own and goes to its page.
 * @param seenAt when what the form began with was saved; null for a new one
 */
function useSaveProduct(seenAt: string | null) {
  const router = useRouter();
  const queries = useQueryClient();
  const client = useTRPCClient();
  // What there is by the short name, as far as the reader knows of it.
  const known = useRef(seenAt);
  const save = useMutation({
    mutationFn: async ({ body }: { readonly body: EnteredProduct }) => {
      // Saving takes the place of what is there by that short name, with all its cycles.
      const now = await savedAt(client, body.product.slug);
      const isNew = seenAt === null;
      if (now !== known.current && !(isNew && now === null)) {
        known.current = now;
        throw new ChangedMeanwhile(isNew ? TAKEN : undefined);
      }
      return client.ownCatalog.save.mutate({ body });
    },
    onSuccess: async ({ slug, name }) => {
      toast.success(`${name} is saved`, { description: 'Your images follow its dates.' });
      router.push(hrefs.product(slug));
      router.refresh();
      await queries.invalidateQueries();
    },
  });
  return {
    save: save.mutate,
    // After success the page is about to be left.
    saving: save.isPending || save.isSuccess,
    problem: save.error && problemOf(save.error),
  };
}

const TAKEN =
  'Your organization has a product with this short name already: save again to put this one in its place, or choose another short name';

/** Tells when the organization's own product of a short name was saved last; null where there is none. */
async function savedAt(client: ReturnType<typeof useTRPCClient>, slug: string) {
  try {
    return (await client.catalog.page.query({ slug })).own?.product?.set_at ?? null;
  } catch (error) {
    if (statusOf(error) === 404) return null;
    throw error;
  }
}

function problemOf(error: Error): string {
  if (error instanceof ChangedMeanwhile) return `${error.message}.`;
  // A conflict says which name is taken, or that there are too many.
  if (statusOf(error) === 409) return `${error.message}.`;
  const id = requestIdOf(error);
  return `The product was not saved, and nothing was changed.${id === null ? '' : ` Request ${id}.`}`;
}
