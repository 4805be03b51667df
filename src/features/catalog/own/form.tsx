'use client';

import { type SubmitEvent, useState } from 'react';
import Link from 'next/link';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { Textarea } from '@/components/ui/textarea';
import type { StarterProduct } from '@/domain/catalog/starter-product';
import { FormProblem } from '@/features/auth/form-problem';
import { CATEGORY_OPTIONS } from '@/features/catalog/words';
import { CyclesField } from './cycles-field';
import {
  documentOf,
  faultsOf,
  type FormFaults,
  NEW_PRODUCT,
  type ProductValues,
  slugOf,
  valuesOf,
} from './values';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { toast } from '@/components/ui/toast';
import { useTRPC } from '@/trpc/client';
import { requestIdOf, statusOf } from '@/trpc/query-client';
import { productHref } from '@/features/catalog/product/params';

/** Fetched once the form is in use: they bring a library along. */
const loadRules = () => import('@/domain/catalog/starter-product');

export interface OwnProductFormProps {
  /** What is changed; null for a new one. */
  before: { readonly product: StarterProduct; readonly reason: string } | null;
  /** Where giving up leads. */
  cancelHref: string;
}

/** A product of the organization's own: what it is called, what it is recognized by, and its cycles. */
export function OwnProductForm({ before, cancelHref }: OwnProductFormProps) {
  const [values, setValues] = useState<ProductValues>(() =>
    before ? valuesOf(before.product, before.reason) : NEW_PRODUCT,
  );
  const [faults, setFaults] = useState<FormFaults>({});
  const { save, saving, problem } = useSaveProduct();
  const change = (changes: Partial<ProductValues>) =>
    setValues((current) => ({ ...current, ...changes }));

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    const { starterProduct } = await loadRules();
    // The slug follows the name until somebody writes another one.
    const slug = values.slug.trim() || slugOf(values.name);
    const document = documentOf({ ...values, slug }, before?.product ?? null);
    const checked = starterProduct.safeParse(document);
    const found = {
      ...(checked.success ? {} : faultsOf(checked.error)),
      ...(values.reason.trim() === '' && { reason: 'Say why, for whoever looks at it later.' }),
    };
    setFaults(found);
    if (checked.success && Object.keys(found).length === 0) {
      save({ product: document, reason: values.reason });
    }
  }
  const hasFaults = Object.keys(faults).length > 0;
  return (
    <form
      onSubmit={(event) => void submit(event)}
      onChange={() => void loadRules()}
      noValidate
      className="grid max-w-5xl grid-cols-1 gap-4"
    >
      <FormProblem>
        {problem ?? (hasFaults ? (faults.form ?? 'Some fields need another look.') : null)}
      </FormProblem>
      <Naming values={values} faults={faults} change={change} isNew={before === null} />
      <Recognition values={values} faults={faults} change={change} />
      <CyclesField
        cycles={values.cycles}
        faults={faults}
        onChange={(cycles) => change({ cycles })}
      />
      <Field
        label="Reason"
        hint="Why your organization adds it, or what was changed."
        error={faults.reason}
      >
        <Textarea
          rows={2}
          maxLength={1_000}
          value={values.reason}
          onChange={(event) => change({ reason: event.target.value })}
          className="min-h-0"
        />
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

interface PartProps {
  values: ProductValues;
  faults: FormFaults;
  change: (changes: Partial<ProductValues>) => void;
}

function Naming({ values, faults, change, isNew }: PartProps & { isNew: boolean }) {
  return (
    <Card title="What it is">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Name" hint="As scanners name it, where they do." error={faults.name}>
          <Input
            value={values.name}
            maxLength={255}
            autoFocus={isNew}
            onChange={(event) => change({ name: event.target.value })}
          />
        </Field>
        <Field label="Vendor" error={faults.vendor}>
          <Input
            value={values.vendor}
            maxLength={255}
            onChange={(event) => change({ vendor: event.target.value })}
          />
        </Field>
        <Field label="Kind" error={faults.category}>
          <Select
            options={CATEGORY_OPTIONS}
            value={values.category}
            onChange={(category) => change({ category })}
          />
        </Field>
        <Field
          label="Name in addresses"
          hint={
            isNew ? 'If the catalog has the same, your product comes first.' : 'It stays as it is.'
          }
          error={faults.slug}
        >
          <Input
            value={values.slug}
            placeholder={slugOf(values.name)}
            disabled={!isNew}
            maxLength={255}
            spellCheck={false}
            className="font-mono"
            onChange={(event) => change({ slug: event.target.value })}
          />
        </Field>
      </div>
    </Card>
  );
}

const LISTS = [
  ['aliases', 'Other names', 'One on each line.'],
  ['purls', 'Package URLs', 'Without versions, such as pkg:docker/acme/billing.'],
  ['cpes', 'CPE names', 'Without versions, such as cpe:2.3:a:acme:billing.'],
  ['references', 'References', 'Addresses where its life cycle is announced.'],
] as const;

function Recognition({ values, faults, change }: PartProps) {
  return (
    <Card title="What it is recognized by">
      <div className="grid gap-4 sm:grid-cols-2">
        {LISTS.map(([name, label, hint]) => (
          <Field key={name} label={label} hint={hint} error={faults[name]}>
            <Textarea
              rows={2}
              value={values[name]}
              spellCheck={false}
              className="min-h-0 font-mono"
              onChange={(event) => change({ [name]: event.target.value })}
            />
          </Field>
        ))}
      </div>
    </Card>
  );
}

/** Saves a product of the organization's own and goes to its page. */
export function useSaveProduct() {
  const router = useRouter();
  const queries = useQueryClient();
  const save = useMutation({
    ...useTRPC().catalog.saveOwnProduct.mutationOptions(),
    onSuccess: async ({ slug, name }) => {
      toast.success(`${name} is saved`, { description: 'Your images follow its dates.' });
      router.push(productHref(slug));
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

function problemOf(error: { readonly message: string }): string {
  // A conflict says which name is taken, or that there are too many.
  if (statusOf(error) === 409) return `${error.message}.`;
  const id = requestIdOf(error);
  return `The product was not saved, and nothing was changed.${id === null ? '' : ` Request ${id}.`}`;
}
