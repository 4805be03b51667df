'use client';

import { type ComponentProps, useId } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { Select } from '@/components/ui/select';
import type { CycleOperator } from '@/domain/policy/policy';
import type { PolicyBody } from '@/features/policy/types';
import type { EolForm } from './values';
import { afterPress, ProblemLine, problemProps, RulePart, WARN_KINDS } from './fields';
import { PackagesPart } from './packages/fields';
import { StartPart } from './start/fields';
import type { Problems } from '@/features/policy/form/words';
import { Input } from '@/components/ui/input';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '@/trpc/client';

const WHO = [
  { value: 'any', label: 'any project' },
  { value: 'one', label: 'the project' },
] as const;
const WHAT = [
  { value: 'any', label: 'any product' },
  { value: 'one', label: 'the product' },
] as const;
const RUNNING = [
  { value: 'any', label: 'running or not' },
  { value: 'running', label: 'whose image runs in a cluster' },
] as const;
const OPERATORS = [
  { value: 'LTE', label: 'up to' },
  { value: 'LT', label: 'before' },
  { value: 'EQ', label: 'exactly' },
] as const satisfies readonly { value: CycleOperator; label: string }[];

export type EolFormHandle = UseFormReturn<EolForm, unknown, PolicyBody>;

export interface SentenceFormProps {
  form: EolFormHandle;
  values: EolForm;
  problems: Problems;
}

/** A policy's sentence with editable parts. */
export function SentenceForm(props: SentenceFormProps) {
  const { control } = props.form;
  return (
    <div className="text-lg leading-11 text-muted">
      Builds of <WhoPart {...props} /> <RunningPart {...props} />{' '}
      {props.values.onlyRunning ? 'and that hold' : 'that hold'} <WhatPart {...props} />{' '}
      <Controller
        control={control}
        name="warn"
        render={({ field }) => (
          <RulePart
            verb="warn"
            entry={field.value}
            onChange={field.onChange}
            onLeave={afterPress(field.onBlur)}
            problem={props.problems.warn}
            kinds={WARN_KINDS}
          />
        )}
      />{' '}
      and{' '}
      <Controller
        control={control}
        name="deny"
        render={({ field }) => (
          <RulePart
            verb="fail"
            entry={field.value}
            onChange={field.onChange}
            onLeave={afterPress(field.onBlur)}
            problem={props.problems.deny}
            end={props.values.deny.kind === 'never' ? '.' : ','}
          />
        )}
      />{' '}
      {props.values.deny.kind !== 'never' && <StartPart {...props} />}
      <PackagesPart {...props} />
    </div>
  );
}

type TextPart = 'project' | 'product' | 'cycle';

/** Registers a line of text, which stands in the server's HTML too. */
function textPart({ form, values }: SentenceFormProps, part: TextPart) {
  const { onBlur, ...field } = form.register(part);
  return { ...field, onBlur: afterPress(onBlur), defaultValue: values[part] };
}

function WhoPart(props: SentenceFormProps) {
  const { form, values, problems } = props;
  const projectId = useId();
  const { projects } = useSuggestions();
  return (
    <>
      <Controller
        control={form.control}
        name="scope"
        render={({ field }) => (
          <Select
            aria-label="Whose builds"
            options={WHO}
            value={field.value === 'project' ? 'one' : 'any'}
            onChange={(who) => field.onChange(who === 'one' ? 'project' : 'global')}
            className="w-auto"
          />
        )}
      />{' '}
      {values.scope === 'project' && (
        <SuggestedInput
          aria-label="Project"
          placeholder="github//acme/shop"
          suggestions={projects}
          maxLength={1_024}
          className="w-64 max-w-full"
          {...textPart(props, 'project')}
          {...problemProps(projectId, problems.project)}
        />
      )}
      <ProblemLine id={projectId} problem={problems.project} />
    </>
  );
}

function RunningPart({ form }: SentenceFormProps) {
  return (
    <Controller
      control={form.control}
      name="onlyRunning"
      render={({ field }) => (
        <Select
          aria-label="Whether they run"
          options={RUNNING}
          value={field.value ? 'running' : 'any'}
          onChange={(which) => field.onChange(which === 'running')}
          className="w-auto"
        />
      )}
    />
  );
}

function WhatPart(props: SentenceFormProps) {
  const { form, values, problems } = props;
  const productId = useId();
  const cycleId = useId();
  return (
    <>
      <Controller
        control={form.control}
        name="scope"
        render={({ field }) => (
          <Select
            aria-label="Which products"
            options={WHAT}
            value={field.value === 'software' ? 'one' : 'any'}
            onChange={(what) => field.onChange(what === 'one' ? 'software' : 'global')}
            className="w-auto"
          />
        )}
      />{' '}
      {values.scope === 'software' && (
        <OneProduct {...props} productId={productId} cycleId={cycleId} />
      )}
      <ProblemLine id={productId} problem={problems.product} />
      <ProblemLine id={cycleId} problem={problems.cycle} />
    </>
  );
}

interface OneProductProps extends SentenceFormProps {
  productId: string;
  cycleId: string;
}

function OneProduct({ productId, cycleId, ...props }: OneProductProps) {
  const { form, values, problems } = props;
  const { products, cyclesOf } = useSuggestions();
  return (
    <>
      <SuggestedInput
        aria-label="Product"
        placeholder="Node.js"
        suggestions={products}
        maxLength={1_024}
        className="w-44 max-w-full"
        {...textPart(props, 'product')}
        {...problemProps(productId, problems.product)}
      />{' '}
      <Controller
        control={form.control}
        name="operator"
        render={({ field }) => (
          <Select
            aria-label="Which cycles of it"
            options={OPERATORS}
            value={field.value}
            onChange={field.onChange}
            className="w-auto"
          />
        )}
      />{' '}
      <SuggestedInput
        aria-label="Cycle"
        placeholder="18"
        suggestions={cyclesOf(values.product)}
        maxLength={64}
        className="w-24"
        {...textPart(props, 'cycle')}
        {...problemProps(cycleId, problems.cycle)}
      />
    </>
  );
}

export interface SuggestedInputProps extends ComponentProps<typeof Input> {
  suggestions: readonly string[];
}

/** A line of text with what is likely to be meant. Anything else can be written too. */
export function SuggestedInput({ suggestions, ...rest }: SuggestedInputProps) {
  const id = useId();
  return (
    <>
      <Input list={id} autoComplete="off" spellCheck={false} {...rest} />
      <datalist id={id}>
        {suggestions.map((text) => (
          <option key={text} value={text} />
        ))}
      </datalist>
    </>
  );
}

/** Names that a policy can be about today; a policy may also name one that is still to come. */
export interface Suggestions {
  readonly projects: readonly string[];
  readonly products: readonly string[];
  /** Of one product, as they are known. */
  readonly cyclesOf: (product: string) => string[];
}

/** Names of the projects and the software in use, fetched once the page is there. */
export function useSuggestions(): Suggestions {
  const trpc = useTRPC();
  const projects = useQuery(trpc.scanner.projects.queryOptions());
  const software = useQuery(trpc.scanner.software.queryOptions());
  const cycles = software.data ?? [];
  return {
    projects: (projects.data ?? []).map(({ name }) => name),
    products: [...new Set(cycles.map(({ product_name }) => product_name))],
    cyclesOf: (product) => [
      ...new Set(
        cycles.flatMap(({ product_name, release_cycle }) =>
          product_name === product ? [release_cycle] : [],
        ),
      ),
    ],
  };
}
