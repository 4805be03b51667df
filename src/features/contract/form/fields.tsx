'use client';

import { useId } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Textarea } from '@/components/ui/textarea';
import {
  MAX_CONTRACT_NOTE,
  MAX_DOCUMENT_LENGTH,
  MAX_VENDOR_LENGTH,
} from '@/domain/contract/contract';
import { useTRPC } from '@/trpc/client';
import type { EnteredContract } from './schema';

/** Asks with whom the contract is, and offers those with whom there is one already. */
export function VendorField() {
  const { register, formState } = useFormContext<EnteredContract>();
  const vendors = useQuery(useTRPC().contract.vendors.queryOptions());
  const listId = useId();
  return (
    <>
      <Field
        label="Vendor"
        required
        hint="Who provides the support."
        error={formState.errors.vendor?.message}
      >
        <Input
          {...register('vendor')}
          list={listId}
          autoComplete="off"
          maxLength={MAX_VENDOR_LENGTH}
        />
      </Field>
      <datalist id={listId}>
        {vendors.data?.map((vendor) => (
          <option key={vendor} value={vendor} />
        ))}
      </datalist>
    </>
  );
}

/** Asks from when until when, and when to think of its renewal. */
export function TermFields() {
  const { register, formState } = useFormContext<EnteredContract>();
  const { errors } = formState;
  return (
    <div className="grid min-w-0 gap-4 sm:grid-cols-3">
      <Field
        label="First day"
        required
        hint="It covers from this day on (UTC)."
        error={errors.startsOn?.message}
      >
        <Input {...register('startsOn')} type="date" max="9999-12-31" />
      </Field>
      <Field
        label="End"
        required
        hint="From this day on, it covers nothing."
        error={errors.endsOn?.message}
      >
        <Input {...register('endsOn')} type="date" max="9999-12-31" />
      </Field>
      <Field
        label="Renewal notice, in days"
        required
        hint="You are told this long before its end."
        error={errors.noticeDays?.message}
      >
        <Input {...register('noticeDays')} inputMode="numeric" autoComplete="off" maxLength={3} />
      </Field>
    </div>
  );
}

/** Asks what it costs, where it is kept, and what else is to be known. */
export function DocumentFields() {
  const { register, formState } = useFormContext<EnteredContract>();
  const { errors } = formState;
  return (
    <div className="grid min-w-0 gap-4">
      <div className="grid min-w-0 gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Field label="Cost" hint="For the whole term." error={errors.amount?.message}>
          <Input
            {...register('amount')}
            inputMode="decimal"
            autoComplete="off"
            maxLength={15}
            placeholder="12000.00"
          />
        </Field>
        <Field label="Currency" error={errors.currency?.message}>
          <Input {...register('currency')} autoComplete="off" maxLength={3} placeholder="EUR" />
        </Field>
      </div>
      <Field
        label="Document"
        hint="Where the contract is kept: an https address."
        error={errors.documentUrl?.message}
      >
        <Input
          {...register('documentUrl')}
          type="url"
          autoComplete="off"
          maxLength={MAX_DOCUMENT_LENGTH}
          placeholder="https://contracts.example.com/4711"
        />
      </Field>
      <Field label="Note" error={errors.note?.message}>
        <Textarea {...register('note')} rows={3} maxLength={MAX_CONTRACT_NOTE} />
      </Field>
    </div>
  );
}
