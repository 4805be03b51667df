'use client';

import { type SubmitEvent, useDeferredValue, useId, useState } from 'react';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { Dialog, DialogClose } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Textarea } from '@/components/ui/textarea';
import { toast } from '@/components/ui/toast';
import type { PackageDialogProps } from '@/features/coverage/ours/dialog';
import { cpePrefix, type UnknownPackage } from '@/features/coverage/words';
import { FormProblem } from '@/features/frame/form-problem';
import { useTRPC } from '@/trpc/client';

/** Asks of which product a package is, of the catalog or of the organization's own. */
export function SameDialog({ found, open, onOpenChange }: PackageDialogProps) {
  const [form, list] = [useId(), useId()];
  const [name, setName] = useState('');
  const [errors, setErrors] = useState<{ product?: string; reason?: string }>({});
  const products = useProducts(name);
  const save = useSave(() => onOpenChange(false));
  const identifier = identifierOf(found);
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const reason = String(new FormData(event.currentTarget).get('reason')).trim();
    const product = products.find((one) => [one.name, one.slug].includes(name.trim()));
    const wrong = {
      ...(!product && { product: 'Choose one of the products that are offered.' }),
      ...(reason === '' && { reason: 'Say why, for whoever looks at it later.' }),
    };
    setErrors(wrong);
    if (!product || reason === '') return;
    save.mutate({ body: { product: product.slug, ...identifier, reason } });
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Same product as ${found.name}`}
      description={`In your organization, ${identifier.value} leads to the product from now on. Its versions have to be those of the product.`}
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button variant="primary" type="submit" form={form} loading={save.isPending}>
            It is this product
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="grid gap-4">
        <FormProblem>{save.error && `${save.error.message}. Nothing was changed.`}</FormProblem>
        <Field label="Product" hint="Of the catalog, or one of your own." error={errors.product}>
          <Input
            value={name}
            onChange={({ target }) => setName(target.value)}
            list={list}
            maxLength={255}
            autoComplete="off"
          />
        </Field>
        <datalist id={list}>
          {products.map((one) => (
            <option key={one.slug} value={one.name} />
          ))}
        </datalist>
        <Field label="Reason" error={errors.reason}>
          <Textarea name="reason" rows={2} maxLength={1_000} />
        </Field>
      </form>
    </Dialog>
  );
}

const OFFERED = 20;

function useProducts(name: string) {
  const search = useDeferredValue(name.trim());
  const products = useQuery({
    ...useTRPC().catalog.products.queryOptions({ search, size: OFFERED }),
    placeholderData: keepPreviousData,
    enabled: search !== '',
  });
  return products.data?.items ?? [];
}

function useSave(onSaved: () => void) {
  const queries = useQueryClient();
  return useMutation({
    ...useTRPC().ownCatalog.saveIdentifier.mutationOptions(),
    onSuccess: async ({ value }) => {
      onSaved();
      toast.success(`${value} is known now`, { description: 'Images are matched again.' });
      await queries.invalidateQueries();
    },
  });
}

function identifierOf({ name, purl, cpe }: UnknownPackage) {
  if (purl !== null) return { kind: 'purl' as const, value: purl };
  const prefix = cpePrefix(cpe);
  return prefix === null
    ? { kind: 'alias' as const, value: name }
    : { kind: 'cpe' as const, value: prefix };
}
