'use client';

import { useId, useMemo } from 'react';
import { Plus, Trash2 } from 'lucide-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { IconButton } from '@/components/ui/icon-button';
import { Input } from '@/components/ui/input';
import { MAX_CONTRACT_SOFTWARE } from '@/domain/contract/contract';
import { useTRPC } from '@/trpc/client';
import type { EnteredContract } from '../schema';

const LONGEST_NAME = 1_024;

/** Asks what the contract covers: products, each with one release cycle or all of them. */
export function SoftwareFields() {
  const { control, formState } = useFormContext<EnteredContract>();
  const { fields, append, remove } = useFieldArray({ control, name: 'software' });
  const products = useQuery(useTRPC().software.products.queryOptions());
  const listId = useId();
  const problem = formState.errors.software?.root?.message ?? formState.errors.software?.message;
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="sr-only">What it covers</legend>
      <datalist id={listId}>
        {products.data?.map(({ productName }) => (
          <option key={productName} value={productName} />
        ))}
      </datalist>
      {fields.map(({ id }, index) => (
        <SoftwareRow
          key={id}
          index={index}
          products={listId}
          onRemove={fields.length > 1 ? () => remove(index) : null}
        />
      ))}
      <p aria-live="polite" className="text-xs text-danger-text empty:hidden">
        {problem}
      </p>
      {fields.length < MAX_CONTRACT_SOFTWARE && (
        <div>
          <Button size="sm" onClick={() => append({ product: '', cycle: '' })}>
            <Plus aria-hidden />
            Cover more
          </Button>
        </div>
      )}
    </fieldset>
  );
}

interface SoftwareRowProps {
  readonly index: number;
  /** The id of the list of products. */
  readonly products: string;
  /** Null: it is the only one. */
  readonly onRemove: (() => void) | null;
}

function SoftwareRow({ index, products, onRemove }: SoftwareRowProps) {
  const { register, control, formState } = useFormContext<EnteredContract>();
  const product = useWatch({ control, name: `software.${index}.product` });
  const faults = formState.errors.software?.[index];
  const cycles = useCycles(product);
  const listId = useId();
  return (
    <div className="flex min-w-0 items-start gap-2">
      <div className="grid min-w-0 grow gap-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Field
          label="Product"
          required
          hint={index === 0 ? 'Its name, as findings or the catalog have it.' : undefined}
          error={faults?.product?.message}
        >
          <Input
            {...register(`software.${index}.product`)}
            list={products}
            autoComplete="off"
            maxLength={LONGEST_NAME}
          />
        </Field>
        <Field
          label="Release cycle"
          hint={index === 0 ? 'Leave empty for every cycle.' : undefined}
          error={faults?.cycle?.message}
        >
          <Input
            {...register(`software.${index}.cycle`)}
            list={listId}
            autoComplete="off"
            maxLength={LONGEST_NAME}
            placeholder="Every cycle"
          />
        </Field>
        <datalist id={listId}>
          {cycles.map((cycle) => (
            <option key={cycle} value={cycle} />
          ))}
        </datalist>
      </div>
      {onRemove && (
        <IconButton
          label={`Cover ${product.trim() || 'this'} no longer`}
          className="mt-6.5"
          onClick={onRemove}
        >
          <Trash2 aria-hidden />
        </IconButton>
      )}
    </div>
  );
}

/** Lists the release cycles of a product that images hold, once its name is whole. */
function useCycles(product: string): readonly string[] {
  const trpc = useTRPC();
  const products = useQuery(trpc.software.products.queryOptions());
  const name = product.trim();
  const isKnown = products.data?.some(({ productName }) => productName === name) ?? false;
  const held = useQuery({
    ...trpc.software.listForDashboard.queryOptions({ productName: name, size: 100 }),
    enabled: isKnown,
    placeholderData: keepPreviousData,
  });
  return useMemo(
    () => (isKnown ? [...new Set((held.data?.items ?? []).map(({ cycle }) => cycle))] : []),
    [isKnown, held.data],
  );
}
