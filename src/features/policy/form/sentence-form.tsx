'use client';

import { type ComponentProps, useId } from 'react';
import { Select } from '@/components/ui/select';
import type { CycleOperator } from '@/domain/policy/policy';
import type { EolForm } from './eol-form';
import { ProblemLine, problemProps, RulePart } from './rule-part';
import type { PolicyPart, Problems } from './problems';
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
const OPERATORS = [
  { value: 'LTE', label: 'up to' },
  { value: 'LT', label: 'before' },
  { value: 'EQ', label: 'exactly' },
] as const satisfies readonly { value: CycleOperator; label: string }[];

export interface SentenceFormProps {
  form: EolForm;
  onChange: (changes: Partial<EolForm>) => void;
  problems: Problems;
  /** A part was left: what is wrong with it may be told. */
  onLeave: (part: PolicyPart) => void;
}

/** A policy's sentence with editable parts. */
export function SentenceForm(props: SentenceFormProps) {
  const { form, onChange, problems, onLeave } = props;
  return (
    <div className="text-lg leading-11 text-muted">
      Builds of <WhoPart {...props} /> that hold <WhatPart {...props} />{' '}
      <RulePart
        verb="warn"
        entry={form.warn}
        onChange={(warn) => onChange({ warn })}
        onLeave={() => onLeave('warn')}
        problem={problems.warn}
      />{' '}
      and{' '}
      <RulePart
        verb="fail"
        entry={form.deny}
        onChange={(deny) => onChange({ deny })}
        onLeave={() => onLeave('deny')}
        problem={problems.deny}
        end="."
      />
    </div>
  );
}

function WhoPart({ form, onChange, problems, onLeave }: SentenceFormProps) {
  const projectId = useId();
  const { projects } = useSuggestions();
  return (
    <>
      <Select
        aria-label="Whose builds"
        options={WHO}
        value={form.scope === 'project' ? 'one' : 'any'}
        onChange={(who) => onChange({ scope: who === 'one' ? 'project' : 'global' })}
        className="w-auto"
      />{' '}
      {form.scope === 'project' && (
        <SuggestedInput
          aria-label="Project"
          placeholder="github//acme/shop"
          suggestions={projects}
          value={form.project}
          onChange={(event) => onChange({ project: event.target.value })}
          onBlur={() => onLeave('project')}
          maxLength={1_024}
          className="w-64 max-w-full"
          {...problemProps(projectId, problems.project)}
        />
      )}
      <ProblemLine id={projectId} problem={problems.project} />
    </>
  );
}

function WhatPart(props: SentenceFormProps) {
  const { form, onChange, problems } = props;
  const productId = useId();
  const cycleId = useId();
  const ofOne = form.scope === 'software';
  return (
    <>
      <Select
        aria-label="Which products"
        options={WHAT}
        value={ofOne ? 'one' : 'any'}
        onChange={(what) => onChange({ scope: what === 'one' ? 'software' : 'global' })}
        className="w-auto"
      />{' '}
      {ofOne && <OneProduct {...props} productId={productId} cycleId={cycleId} />}
      <ProblemLine id={productId} problem={problems.product} />
      <ProblemLine id={cycleId} problem={problems.cycle} />
    </>
  );
}

interface OneProductProps extends SentenceFormProps {
  productId: string;
  cycleId: string;
}

function OneProduct({ form, onChange, problems, onLeave, productId, cycleId }: OneProductProps) {
  const { products, cyclesOf } = useSuggestions();
  return (
    <>
      <SuggestedInput
        aria-label="Product"
        placeholder="Node.js"
        suggestions={products}
        value={form.product}
        onChange={(event) => onChange({ product: event.target.value })}
        onBlur={() => onLeave('product')}
        maxLength={1_024}
        className="w-44 max-w-full"
        {...problemProps(productId, problems.product)}
      />{' '}
      <Select
        aria-label="Which cycles of it"
        options={OPERATORS}
        value={form.operator}
        onChange={(operator) => onChange({ operator })}
        className="w-auto"
      />{' '}
      <SuggestedInput
        aria-label="Cycle"
        placeholder="18"
        suggestions={cyclesOf(form.product)}
        value={form.cycle}
        onChange={(event) => onChange({ cycle: event.target.value })}
        onBlur={() => onLeave('cycle')}
        maxLength={64}
        className="w-24"
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

/** What a policy can be about today; a policy may also name what is still to come. */
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
