'use client';

import { Controller, useWatch, type UseFormReturn } from 'react-hook-form';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import type { ChannelKind } from '@/domain/channel/channel';
import {
  GITHUB_URL,
  GITLAB_URL,
  isTrackerKind,
  JIRA_DEPLOYMENTS,
  type TrackerKind,
} from '@/domain/channel/trackers';
import type { ChannelFields, EnteredChannel } from './schema';
import type { Channel } from './table';
import { CREDENTIAL_STEPS } from './words';

export type Form = UseFormReturn<ChannelFields, unknown, EnteredChannel>;

type OfTracker = Pick<
  ChannelFields,
  | 'trackerUrl'
  | 'deployment'
  | 'trackerPlace'
  | 'issueType'
  | 'labels'
  | 'doneTransition'
  | 'email'
  | 'token'
>;

export const EMPTY_TRACKER: OfTracker = {
  ...{ trackerUrl: '', deployment: 'cloud', trackerPlace: '', issueType: 'Task' },
  ...{ labels: '', doneTransition: '', email: '', token: '' },
};

/** What is typed of a channel that keeps tickets, as it is now. */
export function trackerFieldsOf(kind: ChannelKind, settings: Channel['settings']): OfTracker {
  if (!isTrackerKind(kind)) return EMPTY_TRACKER;
  const textOf = (name: string) => {
    const value = settings[name];
    return typeof value === 'string' ? value : (value ?? []).join(' ');
  };
  return {
    ...EMPTY_TRACKER,
    ...{ trackerUrl: textOf('url'), labels: textOf('labels') },
    trackerPlace: textOf(kind === 'github' ? 'repository' : 'project'),
    deployment: textOf('deployment') === 'data_center' ? 'data_center' : 'cloud',
    issueType: textOf('issue_type'),
    doneTransition: textOf('done_transition'),
  };
}

interface Words {
  readonly url: { readonly label: string; readonly hint: string };
  readonly place: { readonly label: string; readonly hint: string };
}
const WORDS: Readonly<Record<TrackerKind, Words>> = {
  jira: {
    url: { label: 'Address', hint: 'Of the site, such as https://acme.atlassian.net' },
    place: { label: 'Project', hint: 'Its key, such as SHOP' },
  },
  github: {
    url: {
      label: 'Address of the API',
      hint: `Empty: ${GITHUB_URL}. Of GitHub Enterprise Server: https://<host>/api/v3`,
    },
    place: { label: 'Repository', hint: 'owner/name' },
  },
  gitlab: {
    url: { label: 'Address', hint: `Empty: ${GITLAB_URL}. Your own: https://<host>` },
    place: { label: 'Project', hint: 'Its path, group/name, or its number' },
  },
};

const DEPLOYMENT_WORDS = { cloud: 'Cloud', data_center: 'Data Center' } as const;
const DEPLOYMENT_OPTIONS = JIRA_DEPLOYMENTS.map((value) => ({
  ...{ value, label: DEPLOYMENT_WORDS[value] },
}));

interface TrackerFieldsProps {
  readonly form: Form;
  readonly kind: TrackerKind;
  readonly isNew: boolean;
}

/** Asks where tickets are kept, and how they are made. */
export function TrackerFields({ form, kind, isNew }: TrackerFieldsProps) {
  const { errors } = form.formState;
  const { url, place } = WORDS[kind];
  const plain = { autoComplete: 'off', spellCheck: false } as const;
  return (
    <>
      {kind === 'jira' && (
        <Controller
          control={form.control}
          name="deployment"
          render={({ field }) => (
            <Field label="Deployment">
              <Select options={DEPLOYMENT_OPTIONS} value={field.value} onChange={field.onChange} />
            </Field>
          )}
        />
      )}
      <Field label={url.label} hint={url.hint} error={errors.trackerUrl?.message}>
        <Input {...form.register('trackerUrl')} type="url" {...plain} />
      </Field>
      <Field label={place.label} hint={place.hint} error={errors.trackerPlace?.message}>
        <Input {...form.register('trackerPlace')} {...plain} />
      </Field>
      {kind === 'jira' && (
        <Field label="Type" error={errors.issueType?.message}>
          <Input {...form.register('issueType')} {...plain} />
        </Field>
      )}
      <Field
        label="Labels"
        hint="Given to each new ticket; separated by spaces."
        error={errors.labels?.message}
      >
        <Input {...form.register('labels')} {...plain} />
      </Field>
      {kind === 'jira' && (
        <Field
          label="Transition to done"
          hint="Empty: the first that leads to a state of the category Done."
          error={errors.doneTransition?.message}
        >
          <Input {...form.register('doneTransition')} {...plain} />
        </Field>
      )}
      <TrackerCredentials {...{ form, kind, isNew }} />
    </>
  );
}

/** Asks for what nobody is shown again. */
function TrackerCredentials({ form, kind, isNew }: TrackerFieldsProps) {
  const { errors } = form.formState;
  const deployment = useWatch({ control: form.control, name: 'deployment' });
  const kept = isNew
    ? ''
    : 'Leave it empty to keep the one that is stored; for another host enter it anew. ';
  return (
    <>
      {kind === 'jira' && deployment === 'cloud' && (
        <Field label="E-mail address" hint="Whose token it is." error={errors.email?.message}>
          <Input {...form.register('email')} type="email" autoComplete="off" />
        </Field>
      )}
      <Field
        label="Token"
        hint={`${kept}${CREDENTIAL_STEPS[kind]} It is stored sealed and never shown again.`}
        error={errors.token?.message}
      >
        <Input {...form.register('token')} type="password" autoComplete="off" spellCheck={false} />
      </Field>
    </>
  );
}
