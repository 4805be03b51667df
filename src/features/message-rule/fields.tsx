'use client';

import { useId } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Controller, type RefCallBack, type UseFormReturn, useWatch } from 'react-hook-form';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { Textarea } from '@/components/ui/textarea';
import { SEVERITIES } from '@/domain/message/content';
import { HEARD_KINDS, type MessageRule, RULE_SCOPES } from '@/domain/message/rule';
import { TEMPI } from '@/domain/message/tempo';
import { KIND_WORDS, SEVERITY_WORDS } from '@/domain/message/words';
import { useTRPC } from '@/trpc/client';
import type { RuleInput } from './form';
import { hourInWords, SCOPE_WORDS, TEMPO_WORDS } from './words';

type Form = UseFormReturn<RuleInput, unknown, MessageRule>;
interface FormProps {
  readonly form: Form;
}

const SCOPES = RULE_SCOPES.map((value) => ({ value, label: SCOPE_WORDS[value] }));
const TEMPO_OPTIONS = TEMPI.map((value) => ({ value, label: TEMPO_WORDS[value] }));
const SEVERITY_OPTIONS = SEVERITIES.map((value) => ({ value, label: SEVERITY_WORDS[value] }));
const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: hourInWords(hour),
}));

/** Asks for all that a rule says. */
export function RuleFields({ form }: FormProps) {
  const { errors } = form.formState;
  return (
    <>
      <Field label="Name" error={errors.name?.message}>
        <Input {...form.register('name')} autoComplete="off" maxLength={255} />
      </Field>
      <Channels form={form} />
      <Scope form={form} />
      <Kinds form={form} />
      <Controller
        control={form.control}
        name="least_severity"
        render={({ field }) => (
          <Field label="From this severity on">
            <Select
              options={SEVERITY_OPTIONS}
              value={field.value ?? null}
              onChange={field.onChange}
            />
          </Field>
        )}
      />
      <Rhythm form={form} />
      <Controller
        control={form.control}
        name="enabled"
        render={({ field }) => (
          <Checkbox
            label="It is on"
            checked={field.value ?? true}
            onCheckedChange={(checked) => field.onChange(checked)}
          />
        )}
      />
    </>
  );
}

interface Choice {
  readonly id: string;
  readonly label: string;
  readonly about?: string;
}

interface ChoicesProps {
  readonly legend: string;
  readonly choices: readonly Choice[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: string[]) => void;
  readonly error: string | undefined;
  /** Told what gets the focus when something is missing. */
  readonly focusRef: RefCallBack;
}

function Choices({ legend, choices, chosen, onChange, error, focusRef }: ChoicesProps) {
  const id = useId();
  return (
    <fieldset
      // What is missing is asked for where it begins.
      ref={(fieldset) => {
        focusRef(fieldset && { focus: () => fieldset.querySelector('input')?.focus() });
      }}
      aria-describedby={error === undefined ? undefined : id}
      className="grid gap-2"
    >
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      {choices.map(({ id: choice, label, about }) => (
        <div key={choice} className="grid">
          <Checkbox
            label={label}
            checked={chosen.includes(choice)}
            onCheckedChange={(checked) =>
              onChange(
                choices
                  .map((one) => one.id)
                  .filter((one) => (one === choice ? checked : chosen.includes(one))),
              )
            }
          />
          {about !== undefined && <p className="pl-6 text-xs text-muted">{about}</p>}
        </div>
      ))}
      {/* Always there, since a live region that appears together with its text is not read. */}
      <p id={id} aria-live="polite" className="text-sm text-danger-text empty:-mt-2">
        {error}
      </p>
    </fieldset>
  );
}

function Channels({ form }: FormProps) {
  const channels = useQuery(useTRPC().channel.list.queryOptions());
  const choices = (channels.data ?? []).map(({ id, name }) => ({ id, label: name }));
  const isWrong = form.formState.errors.channel_ids !== undefined;
  return (
    <Controller
      control={form.control}
      name="channel_ids"
      render={({ field: { value, onChange, ref } }) => (
        <Choices
          legend="It goes to"
          {...{ choices, onChange, chosen: value, focusRef: ref }}
          error={
            channels.data?.length === 0
              ? 'There is no channel yet: add one first'
              : isWrong
                ? 'Choose a channel'
                : undefined
          }
        />
      )}
    />
  );
}

const KINDS = HEARD_KINDS.map((id) => ({ id, ...KIND_WORDS[id] }));

function Kinds({ form }: FormProps) {
  return (
    <Controller
      control={form.control}
      name="kinds"
      render={({ field: { value, onChange, ref } }) => (
        <Choices
          legend="Kinds of message"
          {...{ choices: KINDS, onChange, chosen: value, focusRef: ref }}
          error={form.formState.errors.kinds && 'Choose a kind of message'}
        />
      )}
    />
  );
}

function Scope({ form }: FormProps) {
  const teams = useQuery(useTRPC().team.names.queryOptions());
  const scope = useWatch({ control: form.control, name: 'scope' });
  return (
    <>
      <Controller
        control={form.control}
        name="scope"
        render={({ field }) => (
          <Field label="About" hint="It sends no messages about anything else.">
            <Select
              options={SCOPES}
              value={field.value ?? null}
              onChange={(value) => {
                field.onChange(value);
                if (value !== 'team') form.setValue('team_id', null);
                if (value !== 'projects') {
                  form.setValue('project_names', []);
                  form.setValue('project_label', null);
                }
              }}
            />
          </Field>
        )}
      />
      {scope === 'projects' && <Projects form={form} />}
      {scope === 'team' && (
        <Controller
          control={form.control}
          name="team_id"
          render={({ field }) => (
            <Field label="Team" error={form.formState.errors.team_id && 'Choose a team'}>
              <Select
                options={(teams.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
                value={field.value ?? null}
                onChange={field.onChange}
              />
            </Field>
          )}
        />
      )}
    </>
  );
}

const linesOf = (text: string) => text.split('\n');
const filled = (lines: readonly string[]) => lines.map((one) => one.trim()).filter(Boolean);

/** Asks for the projects: by name, or by a label of their images. */
function Projects({ form }: FormProps) {
  const { errors } = form.formState;
  return (
    <>
      <Controller
        control={form.control}
        name="project_names"
        render={({ field: { value = [], onChange } }) => (
          <Field
            label="Projects"
            hint="One name per line, upper or lower case; * stands for anything: acme/*"
            error={errors.project_names && 'Name projects, or a label of theirs'}
          >
            <Textarea
              rows={2}
              spellCheck={false}
              value={value.join('\n')}
              onChange={(event) => onChange(linesOf(event.target.value))}
              onBlur={() => onChange(filled(value))}
            />
          </Field>
        )}
      />
      <Controller
        control={form.control}
        name="project_label"
        render={({ field: { value, onChange } }) => {
          const { name = '', value: text = '' } = value ?? {};
          const change = (next: { name: string; value: string }) =>
            onChange(next.name === '' && next.value === '' ? null : next);
          const error = errors.project_label && 'A label has a name and a value';
          return (
            <div className="grid grid-cols-2 items-start gap-3">
              <Field label="Or with the label" error={error}>
                <Input
                  autoComplete="off"
                  spellCheck={false}
                  value={name}
                  onChange={(event) => change({ name: event.target.value, value: text })}
                />
              </Field>
              <Field label="Value of the label">
                <Input
                  autoComplete="off"
                  spellCheck={false}
                  value={text}
                  onChange={(event) => change({ name, value: event.target.value })}
                />
              </Field>
            </div>
          );
        }}
      />
    </>
  );
}

function Rhythm({ form }: FormProps) {
  const tempo = useWatch({ control: form.control, name: 'tempo' });
  return (
    <>
      <Controller
        control={form.control}
        name="tempo"
        render={({ field }) => (
          <Field label="When">
            <Select options={TEMPO_OPTIONS} value={field.value ?? null} onChange={field.onChange} />
          </Field>
        )}
      />
      {tempo !== 'at_once' && (
        <>
          <Controller
            control={form.control}
            name="hour"
            render={({ field }) => (
              <Field label="At">
                <Select
                  options={HOURS}
                  value={String(field.value ?? 8)}
                  onChange={(hour) => field.onChange(Number(hour))}
                />
              </Field>
            )}
          />
          <Field
            label="Time zone"
            hint="Such as Europe/Berlin. It follows summer time."
            error={form.formState.errors.time_zone && 'Enter the name of a time zone'}
          >
            <Input {...form.register('time_zone')} autoComplete="off" spellCheck={false} />
          </Field>
          <Controller
            control={form.control}
            name="urgent_at_once"
            render={({ field }) => (
              <Checkbox
                label="Denied builds, and what is broken now, at once"
                checked={field.value ?? true}
                onCheckedChange={(checked) => field.onChange(checked)}
              />
            )}
          />
        </>
      )}
    </>
  );
}
