'use client';

import { useId } from 'react';
import { useRouter } from 'next/navigation';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { FormProvider, useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Link } from '@/components/ui/link';
import { toast } from '@/components/ui/toast';
import type { Day } from '@/domain/eol/calendar';
import { latestEnd, type WaiverScope } from '@/domain/waiver/waiver';
import { FormProblem } from '@/features/frame/form-problem';
import { setServerErrors } from '@/features/frame/forms';
import { useUnsaved } from '@/features/frame/unsaved';
import { refusalOf } from '@/features/frame/words';
import { hrefs } from '@/features/hrefs';
import { useTRPC } from '@/trpc/client';
import type { WaiverRules } from '../types';
import { PlaceFields } from '../place/fields';
import { EndFields, ReasonFields } from './fields';
import type { AskParams } from './params';
import { askBodyOf, askSchema, FIELD_OF, type EnteredWaiver } from './schema';

export interface AskFormProps {
  readonly known: AskParams;
  readonly rules: WaiverRules;
  readonly today: Day;
}

/** Asks for a waiver, with what the link that led here knows filled in. */
export function AskForm({ known, rules, today }: AskFormProps) {
  const form = useForm<EnteredWaiver>({
    resolver: zodResolver(askSchema),
    defaultValues: {
      scope: scopeOf(known),
      ...{ team: known.team ?? '', project: known.project ?? '' },
      ...{ image: known.image ?? '', tag: '' },
      ...{ product: known.product ?? '', cycle: known.cycle ?? '' },
      ...{ reason: '', control: '', links: '', endsOn: '', ownerEmail: '' },
    },
  });
  const ask = useAsk(form);
  useUnsaved(form.formState.isDirty);
  return (
    <form
      onSubmit={form.handleSubmit((entered) => ask.mutate({ body: askBodyOf(entered) }))}
      className="grid max-w-3xl gap-4 rounded-md border bg-surface p-4"
      noValidate
    >
      <FormProblem>{ask.error && refusalOf(ask.error, 'It was not asked for.')}</FormProblem>
      <SoftwareFields form={form} />
      <FormProvider {...form}>
        <PlaceFields tag={<TagField form={form} known={known.tag} />} />
        <ReasonFields />
        <EndFields today={today} lastEnd={latestEnd(today, rules.max_days)} ownerDefault="You" />
      </FormProvider>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" loading={ask.isPending}>
          Ask for the waiver
        </Button>
        <Button asChild>
          <Link href={hrefs.waivers()}>Cancel</Link>
        </Button>
      </div>
    </form>
  );
}

/** The smallest place that is known; the image in all its tags, as a build has another one each time. */
function scopeOf({ image, project, team }: AskParams): WaiverScope {
  if (image !== null) return 'image';
  if (project !== null) return 'project';
  return team === null ? 'organization' : 'team';
}

function useAsk({ setError }: UseFormReturn<EnteredWaiver>) {
  const router = useRouter();
  const queries = useQueryClient();
  return useMutation({
    ...useTRPC().waiver.ask.mutationOptions(),
    onSuccess: ({ id }) => {
      toast.success('Asked for: an admin decides');
      void queries.invalidateQueries({ refetchType: 'none' });
      router.push(hrefs.waiver(id));
    },
    onError: (error) =>
      setServerErrors(setError, error, {
        fieldOf: (loc) => FIELD_OF.get(String(loc.at(-1))) ?? null,
      }),
  });
}

interface PartProps {
  readonly form: UseFormReturn<EnteredWaiver>;
}

function SoftwareFields({ form: { control, register, formState } }: PartProps) {
  const { errors } = formState;
  const products = useQuery(useTRPC().software.products.queryOptions());
  const listId = useId();
  const product = useWatch({ control, name: 'product' });
  const isHeld = products.data?.some(({ productName }) => productName === product) ?? false;
  return (
    <div className="grid gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <Field
        label="Product"
        required
        hint="Start typing to choose from what your images contain. Its exact name, as findings show it."
        error={errors.product?.message}
      >
        <Input {...register('product')} list={listId} autoComplete="off" maxLength={1_024} />
      </Field>
      <datalist id={listId}>
        {products.data?.map(({ productName }) => (
          <option key={productName} value={productName} />
        ))}
      </datalist>
      <Field
        label="Release cycle"
        required
        hint="A single cycle such as 11, not a range or pattern."
        error={errors.cycle?.message}
      >
        <Input
          {...register('cycle')}
          list={`${listId}-cycles`}
          autoComplete="off"
          maxLength={1_024}
        />
      </Field>
      {isHeld && <HeldCycles id={`${listId}-cycles`} productName={product} />}
    </div>
  );
}

const MOST_CYCLES = 100;

/** Offers the release cycles of a product that images hold, those that ended first on top. */
function HeldCycles({ id, productName }: { id: string; productName: string }) {
  const query = { productName, page: 1, size: MOST_CYCLES } as const;
  const held = useQuery(useTRPC().software.listForDashboard.queryOptions(query));
  const cycles = new Set(held.data?.items.map(({ cycle }) => cycle));
  return (
    <datalist id={id}>
      {[...cycles].map((cycle) => (
        <option key={cycle} value={cycle} />
      ))}
    </datalist>
  );
}

/** Asks for the tag of an image. @param props.known the tag that it has now */
function TagField({ form, known }: PartProps & { readonly known: string | null }) {
  return (
    <Field
      label="Tag"
      hint={known === null ? 'Empty means any tag' : `Empty means any tag (currently: ${known})`}
      error={form.formState.errors.tag?.message}
    >
      <Input {...form.register('tag')} autoComplete="off" maxLength={1_024} />
    </Field>
  );
}
