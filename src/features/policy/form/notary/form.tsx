'use client';

import { useState } from 'react';
import { hrefs } from '@/features/hrefs';
import { zodResolver } from '@hookform/resolvers/zod';
import { type Control, Controller, useForm } from 'react-hook-form';
import { z } from 'zod';
import { Card } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { TextLink } from '@/components/ui/text-link';
import { Textarea } from '@/components/ui/textarea';
import type { PolicyFields } from '@/domain/policy/policy';
import { policyFaults } from '@/domain/policy/faults';
import { FormProblem } from '@/features/frame/form-problem';
import { SERVER_ERROR, useCheckedValues } from '@/features/frame/forms';
import { useUnsaved } from '@/features/frame/unsaved';
import type { PolicyBody, PolicyRecord } from '@/features/policy/types';
import {
  bodyOf,
  commonFields,
  fieldsOf,
  formOf,
  NEW_FORM,
} from '@/features/policy/form/eol/values';
import { FormActions } from '@/features/policy/form/actions';
import type { Problems } from '@/features/policy/form/words';
import { DATED_KINDS, RulePart } from '@/features/policy/form/eol/fields';
import { useSavePolicy } from '@/features/policy/form/query';
import { dayOf } from '@/domain/eol/calendar';
import { policyRisk, type SignatureRisk } from '@/domain/policy/signature-risk';
import { SignatureQuestion } from './dialog';
import { trustPolicyDocument } from '@/domain/policy/trust-policy';

const notaryFields = z.object({ ...commonFields, notary: z.string() });

type NotaryForm = z.output<typeof notaryFields>;

/** The signature policy that a form says; its issues are at the parts of the form. */
const notaryPolicy = notaryFields.transform(({ notary, ...dates }, { addIssue }): PolicyBody => {
  const { document, messages } = readTrustPolicy(notary);
  const fields = fieldsWith(dates, document);
  const problems = { ...problemsOf(dates, fields), notary: messages.join('\n') };
  for (const [part, message] of Object.entries(problems)) {
    if (message) addIssue({ code: 'custom', path: [part], message });
  }
  return bodyOf(fields);
});

const NOTARY_PARTS = ['warn', 'deny', 'notary'] as const;

/** When builds warn and fail over signatures, and the trust policy they are held to. Null writes a new one. */
export function NotaryEditor({ policy }: { policy: PolicyRecord | null }) {
  const form = useForm<NotaryForm, unknown, PolicyBody>({
    resolver: zodResolver(notaryPolicy),
    defaultValues: notaryFormOf(policy),
  });
  const { control, register, handleSubmit, setError, formState } = form;
  const { save, pending } = useSavePolicy(policy, NOTARY_PARTS, setError);
  useCheckedValues(form);
  useUnsaved(formState.isDirty);
  const [asked, setAsked] = useState<Asked | null>(null);
  const submit = (body: PolicyBody) => {
    const risk = policyRisk(policy, body, dayOf(new Date()));
    if (risk === null) save(body);
    else setAsked({ body, risk });
  };
  const { warn, deny, notary, whole } = formState.errors;
  return (
    <div className="grid min-w-0 grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <form
        onSubmit={handleSubmit(submit)}
        noValidate
        aria-label="Policy"
        className="grid min-w-0 grid-cols-1 gap-4 rounded-md border bg-surface px-4 py-4"
      >
        <SignatureSentence
          control={control}
          problems={{ warn: warn?.message, deny: deny?.message }}
        />
        <Field
          label="Trust policy"
          hint="A Notation trust policy document, version 1.0, as JSON. Scanners know one trust store, ca:xeol.io: it holds the certificate stored here."
          error={notary?.message && <Messages all={notary.message.split('\n')} />}
        >
          <Textarea
            {...register('notary')}
            // In the server's HTML too, where the form's own values are not.
            defaultValue={formState.defaultValues?.notary}
            rows={18}
            spellCheck={false}
            className="font-mono text-xs"
          />
        </Field>
        <FormProblem>{whole?.message}</FormProblem>
        <FormActions
          isNew={policy === null}
          pending={pending}
          disabled={notary !== undefined && notary.type !== SERVER_ERROR}
        />
      </form>
      <SignatureQuestion
        risk={asked?.risk ?? null}
        confirmLabel="Fail from now on"
        advice="With a later day they are only warned until then."
        onConfirm={() => asked && save(asked.body)}
        onClose={() => setAsked(null)}
      />
      <NoPreview />
    </div>
  );
}

/** What is to be put in force once somebody said so. */
interface Asked {
  readonly body: PolicyBody;
  readonly risk: SignatureRisk;
}

interface SignatureSentenceProps {
  control: Control<NotaryForm, unknown, PolicyBody>;
  problems: { readonly warn: string | undefined; readonly deny: string | undefined };
}

function SignatureSentence({ control, problems }: SignatureSentenceProps) {
  return (
    <div className="text-lg leading-11 text-muted">
      Builds of any project{' '}
      <Controller
        control={control}
        name="warn"
        render={({ field }) => (
          <RulePart
            verb="warn"
            entry={field.value}
            kinds={DATED_KINDS}
            onChange={field.onChange}
            problem={problems.warn}
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
            kinds={DATED_KINDS}
            onChange={field.onChange}
            problem={problems.deny}
          />
        )}
      />{' '}
      unless their image is signed by the rules of this trust policy:
    </div>
  );
}

function NoPreview() {
  return (
    <Card title="What it would do">
      <div className="grid gap-2 text-sm text-muted">
        <p>
          Scanners check signatures themselves, before anything is uploaded here, and say with each
          upload whether the image was verified. What they will say next cannot be worked out in
          advance.
        </p>
        <p>
          They check only where a{' '}
          <TextLink href={hrefs.settings.certificate}>certificate is stored</TextLink>, and only
          images given without a scheme: with <code>registry:</code> in front, or from a directory,
          an archive or an SBOM, nothing is checked and the build passes. Release 0.7.1 goes by the
          trust store of the machine it runs on. There is one such policy at most: scanners take no
          second.
        </p>
        <p>
          <TextLink href={hrefs.images({ verified: 'no' })}>Images not verified</TextLink> at their
          latest scan are the ones to look at first.
        </p>
      </div>
    </Card>
  );
}

function Messages({ all }: { all: readonly string[] }) {
  return (
    <span className="grid gap-1 wrap-anywhere">
      {all.map((message) => (
        <span key={message}>{message}</span>
      ))}
    </span>
  );
}

function notaryFormOf(policy: PolicyRecord | null): NotaryForm {
  if (policy === null) {
    const { warn, deny } = NEW_FORM;
    return {
      warn: { ...warn, kind: 'never' },
      deny: { ...deny, kind: 'never' },
      notary: SAMPLE_TRUST_POLICY,
    };
  }
  const { warn, deny } = formOf(policy);
  return { warn, deny, notary: JSON.stringify(policy.notary_policy_json, null, 2) };
}

type Dates = Pick<NotaryForm, 'warn' | 'deny'>;

function fieldsWith(dates: Dates, document: Record<string, unknown> | null): PolicyFields {
  return { ...fieldsOf({ ...NEW_FORM, ...dates }), type: 'NOTARY', notaryPolicy: document };
}

function problemsOf({ warn, deny }: Dates, fields: PolicyFields): Problems {
  if (warn.kind === 'date' && warn.date === '') return { warn: 'Choose a day.' };
  if (deny.kind === 'date' && deny.date === '') return { deny: 'Choose a day.' };
  const isEarly = policyFaults(fields).some(({ field }) => field === 'denyOn');
  return isEarly ? { deny: 'Builds would fail before they warn.' } : {};
}

/** A trust policy document as it is typed: what it says, or everything that keeps it from being one. */
export type TrustPolicyReading =
  | { readonly document: Record<string, unknown>; readonly messages: readonly [] }
  | { readonly document: null; readonly messages: readonly string[] };

/** More than that are not read anyway. */
const MESSAGES_TOLD = 10;

/** The starting values of a new signature policy. */
export const SAMPLE_TRUST_POLICY = JSON.stringify(
  {
    version: '1.0',
    trustPolicies: [
      {
        name: 'production',
        registryScopes: ['registry.example.com/acme/shop'],
        signatureVerification: { level: 'strict' },
        trustStores: ['ca:xeol.io'],
        trustedIdentities: ['x509.subject: C=SE, ST=Stockholm, O=Acme'],
      },
    ],
  },
  null,
  2,
);

export function readTrustPolicy(text: string): TrustPolicyReading {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it cannot be read';
    return { document: null, messages: [`This is not JSON yet: ${reason}`] };
  }
  const { data, error } = trustPolicyDocument.safeParse(value);
  if (data) return { document: data, messages: [] };
  const messages = error.issues.map(({ path, message }) => `${pathText(path)}: ${message}`);
  return { document: null, messages: messages.slice(0, MESSAGES_TOLD) };
}

/** `trustPolicies[0].name`. */
function pathText(path: readonly PropertyKey[]): string {
  const text = path
    .map((key) => (typeof key === 'number' ? `[${String(key)}]` : `.${String(key)}`))
    .join('');
  return text.replace(/^\./, '') || 'the document';
}
