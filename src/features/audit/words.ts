import { countOf } from '@/lib/numbers';
import type { Outputs } from '@/trpc/outputs';

/** Subjects of changes by the first part of an action. */
const SUBJECTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    api_key: 'API key',
    trusted_repository: 'Trusted repository',
    known_repository: 'Known repository',
    member: 'Member',
    invitation: 'Invitation',
    organization: 'Organization',
    certificate: 'Certificate',
    policy: 'Policy',
    policy_file: 'Policy file',
    waiver: 'Waiver',
    waiver_rules: 'Rules for waivers',
    plan: 'Plan',
    contract: 'Contract',
    evidence_pack: 'Evidence pack',
    pack_schedule: 'Schedule of evidence packs',
    support_promise: 'Support promise',
    team: 'Team',
    owner_rules: 'Rules for owners',
    feed_token: 'Feed',
    project: 'Project',
    image: 'Image',
    cluster: 'Cluster',
    note: 'Note',
    saved_view: 'Saved view',
    catalog: 'Catalog',
    own_product: 'Own product',
    own_catalog: 'Own products',
    catalog_source: 'External catalog',
    own_identifier: 'Own identifier',
    own_software: 'Own software',
    own_date: 'Own date',
    channel: 'Channel',
    message_rule: 'Rule for messages',
    message_settings: 'Settings of messages',
    retirement_rules: 'Rules for retired images',
    retention_rules: 'Rules for retention',
    retention: 'Past records',
    audit_event: 'Audit log',
    companion: 'Companion',
  }),
);

/** Subjects of changes that belong to the installation and to no organization. */
const INSTALLATION_SUBJECTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    account: 'Account',
    organization: 'Organization',
    catalog: 'Catalog',
    operator: 'Operator',
    session: 'Session',
  }),
);

/** Verbs by the second part of an action. */
const VERBS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    create: 'created',
    update: 'changed',
    delete: 'deleted',
    rotate: 'rotated',
    revoke: 'revoked',
    renew: 'renewed',
    rename: 'renamed',
    export: 'exported as a whole',
    import: 'imported from another installation',
    join: 'joined',
    link: 'linked to single sign-on',
    add: 'added',
    remove: 'removed',
    change_role: 'given another role',
    change_mail: 'mailed in another way',
    upsert: 'stored',
    refresh: 'refreshed',
    save: 'saved',
    set: 'set',
    clear: 'cleared',
    apply: 'applied',
    pause: 'paused',
    resume: 'resumed',
    disable: 'disabled',
    test: 'tested',
    replay: 'sent a message again',
    set_owner: 'given an owner',
    codeowners: 'given its CODEOWNERS',
    end_previous_keys: 'rid of its old keys',
    retire: 'retired',
    retire_by_rule: 'retired by rule',
    bring_back: 'brought back',
    retirement_rule: 'given a rule for its images',
    request_pull: 'asked to pull',
    request_reading: 'asked to be read',
    mark_gone: 'marked as gone',
    sign: 'signed',
    ask: 'asked for',
    change: 'changed',
    grant: 'granted',
    decline: 'declined',
    withdraw: 'withdrawn',
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
    sessions_end: 'signed out everywhere',
  }),
);

/** Actions that no subject and verb put well: the record named beside them is not their subject. */
const ACTIONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'team.add_member': 'Person added to a team',
    'team.remove_member': 'Person removed from a team',
  }),
);

/** Describes an action: `api_key.rotate` is "API key rotated". An unknown action stays readable. */
export function actionWords(action: string): string {
  const whole = ACTIONS.get(action);
  if (whole !== undefined) return whole;
  const [subject = '', verb] = action.split('.');
  const what =
    SUBJECTS.get(subject) ?? INSTALLATION_SUBJECTS.get(subject) ?? asBeginning(plain(subject));
  return verb === undefined ? what : `${what} ${VERBS.get(verb) ?? plain(verb)}`;
}

/** Choices of the filter by subject. */
export const SUBJECT_OPTIONS = optionsOf(SUBJECTS);
/** Choices of the filter in the installation's own trail. */
export const INSTALLATION_SUBJECT_OPTIONS = optionsOf(INSTALLATION_SUBJECTS);

function optionsOf(subjects: ReadonlyMap<string, string>) {
  return [...subjects].map(([value, label]) => ({ value, label }));
}

function plain(word: string): string {
  return word.replaceAll('_', ' ');
}

function asBeginning(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

export type AuditEvent = Outputs['audit']['list']['items'][number];

/** Fields that name a record, the best first. */
const NAMES = [
  ...([
    'name',
    'label',
    'email',
    'pattern',
    'value',
    'product_name',
    'vendor',
    'repository',
  ] as const),
  ...(['project_name', 'project', 'team', 'subject'] as const),
] as const;

/** Kinds of subjects that an organization has one of: their id is its own and tells nobody anything. */
const ORGANIZATION_WIDE: ReadonlySet<string> = new Set([
  'organization',
  'own_catalog',
  'owner_rules',
  'retention_run',
]);

interface Subject extends Pick<AuditEvent, 'before' | 'after' | 'subject_id'> {
  /** None where the trail is of no single organization. */
  readonly subject_kind: string | null;
}

/** Names the record that was changed as people know it; falls back to its id. */
export function subjectName({
  before,
  after,
  subject_kind: kind,
  subject_id: id,
}: Subject): string {
  for (const record of [after, before]) {
    for (const field of NAMES) {
      const name = record?.[field];
      if (typeof name !== 'string' || name === '') continue;
      const cycle = field === 'product_name' ? record?.['cycle'] : null;
      return typeof cycle === 'string' ? `${name} ${cycle}` : name;
    }
    const number = record?.['number'];
    if (typeof number === 'number') return `No. ${String(number)}`;
    const images = record?.['images'];
    if (Array.isArray(images)) return countOf(images.length, 'image');
  }
  return kind !== null && ORGANIZATION_WIDE.has(kind) ? 'The organization' : id;
}

/** One field of a record before and after a change; null where there was no record or no such field. */
export interface FieldChange {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly isChanged: boolean;
}

type AuditedRecord = Readonly<Record<string, unknown>> | null;

/** Compares two states of a record field by field: first what changed, then what stayed. */
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
