import type { Outputs } from '@/trpc/outputs';

/** What changes are made to: the first part of an action, in the words of the dashboard. */
const SUBJECTS: Readonly<Record<string, string>> = {
  api_key: 'API key',
  member: 'Member',
  invitation: 'Invitation',
  organization: 'Organization',
  certificate: 'Certificate',
  policy: 'Policy',
  project: 'Project',
  note: 'Note',
  catalog: 'Catalogue',
  own_product: 'Own product',
  own_date: 'Own date',
};

/** The same, of what belongs to the installation and to no organization. */
const INSTALLATION_SUBJECTS: Readonly<Record<string, string>> = {
  account: 'Account',
  organization: 'Organization',
  catalog: 'Catalogue',
  operator: 'Operator',
  session: 'Session',
};

/** What is done to them: the second part. */
const VERBS: Readonly<Record<string, string>> = {
  create: 'created',
  update: 'changed',
  delete: 'deleted',
  rotate: 'rotated',
  revoke: 'revoked',
  renew: 'renewed',
  rename: 'renamed',
  join: 'joined',
  link: 'linked to single sign-on',
  add: 'added',
  remove: 'removed',
  change_role: 'given another role',
  upsert: 'stored',
  refresh: 'refreshed',
  save: 'saved',
  set: 'set',
  clear: 'cleared',
  password_change: 'given another password',
  password_reset: 'given a new password by a link',
  reset_link: 'given a link to a new password',
  email_change_request: 'about to have another address',
  email_change: 'given another address',
  email_change_cancel: 'keeps its address',
  email_proof_request: 'asked to prove its address',
  email_proven: 'has a proven address',
  sign_in: 'signed in',
  sign_in_failed: 'failed to sign in',
  sign_in_limited: 'not signed in: too many attempts',
  session_end: 'signed out of a browser',
  other_sessions_end: 'signed out everywhere else',
};

/** An action in words: `api_key.rotate` is "API key rotated". One that is not known yet stays readable. */
export function actionWords(action: string): string {
  const [subject = '', verb] = action.split('.');
  const what = SUBJECTS[subject] ?? INSTALLATION_SUBJECTS[subject] ?? plain(subject);
  return verb === undefined ? what : `${what} ${VERBS[verb] ?? plain(verb)}`;
}

/** The choices of the filter: everything that was done to one kind of thing. */
export const SUBJECT_OPTIONS = optionsOf(SUBJECTS);
/** The same for the installation's own trail. */
export const INSTALLATION_SUBJECT_OPTIONS = optionsOf(INSTALLATION_SUBJECTS);

function optionsOf(subjects: Readonly<Record<string, string>>) {
  return Object.entries(subjects).map(([value, label]) => ({ value, label }));
}

function plain(word: string): string {
  return word.replaceAll('_', ' ');
}

export type AuditEvent = Outputs['audit']['list']['items'][number];

/** The fields by which people know a record, the best first. */
const NAMES = ['name', 'email', 'product_name', 'project_name', 'subject'] as const;

/** What a change was made to, by the name that it had: people know no ids. */
export function subjectName({
  before,
  after,
  subject_id: id,
}: Pick<AuditEvent, 'before' | 'after' | 'subject_id'>): string {
  for (const record of [after, before]) {
    for (const field of NAMES) {
      const name = record?.[field];
      if (typeof name === 'string' && name !== '') return name;
    }
  }
  return id;
}

/** One field of a record, before and after a change; null where there was no record or no such field. */
export interface FieldChange {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly isChanged: boolean;
}

type AuditedRecord = Readonly<Record<string, unknown>> | null;

/** Both states of a record side by side, what changed first, each in the record's own order. */
export function changesBetween(before: AuditedRecord, after: AuditedRecord): FieldChange[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  const changes = [...fields].map((field) => {
    const [was, is] = [textOf(before?.[field]), textOf(after?.[field])];
    return { field, before: was, after: is, isChanged: was !== is };
  });
  return [
    ...changes.filter(({ isChanged }) => isChanged),
    ...changes.filter((one) => !one.isChanged),
  ];
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
