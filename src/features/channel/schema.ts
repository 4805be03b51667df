import { z } from 'zod';
import {
  CHANNEL_CREDENTIALS,
  CHANNEL_KINDS,
  CHANNEL_SETTINGS,
  channelName,
  type ChannelKind,
  type CredentialKind,
  hasCredentials,
} from '@/domain/channel/channel';
import { isTrackerKind, JIRA_DEPLOYMENTS, type TrackerKind } from '@/domain/channel/trackers';

/** What is typed; of a kind that is not chosen it does not count. */
const fields = z.object({
  kind: z.enum(CHANNEL_KINDS),
  name: channelName,
  url: z.string(),
  /** One on a line, or with commas between them. */
  addresses: z.string(),
  /** Of PagerDuty; empty for the usual one. */
  eventsUrl: z.string(),
  /** Of a webhook whose address is a secret. */
  hiddenAddress: z.string(),
  routingKey: z.string(),
  /** Of a service that keeps tickets; empty for the usual one of GitHub and GitLab. */
  trackerUrl: z.string(),
  deployment: z.enum(JIRA_DEPLOYMENTS),
  /** The project, or the repository. */
  trackerPlace: z.string(),
  issueType: z.string(),
  /** With spaces or commas between them. */
  labels: z.string(),
  doneTransition: z.string(),
  email: z.string(),
  token: z.string(),
});
export type ChannelFields = z.input<typeof fields>;

type HiddenKind = 'slack' | 'teams' | 'mattermost';
type TypedKind = Exclude<ChannelKind, HiddenKind>;

const isTyped = (kind: ChannelKind): kind is TypedKind =>
  kind === 'pagerduty' || isTrackerKind(kind) || !hasCredentials(kind);

const wordsIn = (text: string) => text.split(/[\s,;]+/).filter((word) => word !== '');

/** The settings of a kind as they are typed. */
function settingsOf(kind: TypedKind, entered: ChannelFields): object {
  const { url, addresses, eventsUrl } = entered;
  if (kind === 'webhook') return { url: url.trim() };
  if (kind === 'pagerduty') return eventsUrl.trim() === '' ? {} : { url: eventsUrl.trim() };
  if (kind === 'mail') return { addresses: wordsIn(addresses) };
  return trackerSettingsOf(kind, entered);
}

function trackerSettingsOf(kind: TrackerKind, entered: ChannelFields): object {
  const url = entered.trackerUrl.trim();
  const place = entered.trackerPlace.trim();
  const common = { ...(url !== '' && { url }), labels: wordsIn(entered.labels) };
  if (kind === 'github') return { ...common, repository: place };
  if (kind === 'gitlab') return { ...common, project: place };
  return {
    ...{ ...common, deployment: entered.deployment, project: place },
    ...{ issue_type: entered.issueType.trim(), done_transition: entered.doneTransition.trim() },
  };
}

function credentialsOf(kind: CredentialKind, entered: ChannelFields): Record<string, string> {
  if (kind === 'pagerduty') return { routing_key: entered.routingKey.trim() };
  const token = entered.token.trim();
  if (kind === 'github' || kind === 'gitlab') return { token };
  if (kind !== 'jira') return { url: entered.hiddenAddress.trim() };
  return { ...(entered.deployment === 'cloud' && { email: entered.email.trim() }), token };
}

interface Fault {
  readonly field: keyof ChannelFields;
  readonly error: string;
}
const ADDRESS = 'Enter an http or https address, without a user, a password or a fragment';
const TRACKER_URL: Fault = { field: 'trackerUrl', error: ADDRESS };
const TOKEN: Fault = { field: 'token', error: 'Enter the token, one word' };
const HIDDEN_FAULT: Fault = { field: 'hiddenAddress', error: ADDRESS };

/** Where what is wrong with settings and credentials was typed, and what is to be typed instead. */
const FAULTS: Readonly<Record<ChannelKind, Readonly<Record<string, Fault>>>> = {
  webhook: { url: { field: 'url', error: ADDRESS } },
  mail: { addresses: { field: 'addresses', error: 'Enter up to 20 e-mail addresses' } },
  ...{
    slack: { url: HIDDEN_FAULT },
    teams: { url: HIDDEN_FAULT },
    mattermost: { url: HIDDEN_FAULT },
  },
  pagerduty: {
    url: { field: 'eventsUrl', error: ADDRESS },
    routing_key: { field: 'routingKey', error: 'Enter the 32 letters and digits of the key' },
  },
  jira: {
    ...{ url: TRACKER_URL, token: TOKEN },
    project: { field: 'trackerPlace', error: 'Enter the key of the project, such as SHOP' },
    issue_type: { field: 'issueType', error: 'Enter the type of the tickets' },
    email: { field: 'email', error: 'Enter the address of whose token it is' },
    labels: { field: 'labels', error: 'Enter up to 20 words' },
    done_transition: { field: 'doneTransition', error: 'Enter at most 255 characters' },
  },
  github: {
    ...{ url: TRACKER_URL, token: TOKEN },
    repository: { field: 'trackerPlace', error: 'Enter owner/name' },
    labels: { field: 'labels', error: 'Enter up to 20 words' },
  },
  gitlab: {
    ...{ url: TRACKER_URL, token: TOKEN },
    project: { field: 'trackerPlace', error: 'Enter the path, group/name, or the number' },
    labels: { field: 'labels', error: 'Enter up to 20 words' },
  },
};

/** Lists what is wrong with what is typed of the chosen kind, each field once. */
function faultsOf(kind: ChannelKind, settings: object | null, credentials: object | null): Fault[] {
  const results = [
    ...(isTyped(kind) ? [CHANNEL_SETTINGS[kind].safeParse(settings)] : []),
    ...(hasCredentials(kind) && credentials
      ? [CHANNEL_CREDENTIALS[kind].safeParse(credentials)]
      : []),
  ];
  const names = results.flatMap(({ error }) =>
    (error?.issues ?? []).map(({ path }) => String(path[0])),
  );
  // A token of the cloud alone would be taken for one of Data Center.
  const isNobodys = credentials && 'email' in credentials && credentials.email === '';
  return [...new Set([...names, ...(isNobodys ? ['email'] : [])])].flatMap(
    (name) => FAULTS[kind][name] ?? [],
  );
}

/**
 * Reads the form: what is typed of the chosen kind becomes its settings and its credentials. Those of a channel that is
 * there stay as they are where nothing is typed.
 */
export const channelFormSchema = ({ isNew }: { readonly isNew: boolean }) =>
  fields.transform((entered, context) => {
    const { kind, name } = entered;
    const settings = isTyped(kind) ? settingsOf(kind, entered) : null;
    const typed = hasCredentials(kind) ? credentialsOf(kind, entered) : null;
    const isKept = !isNew && typed !== null && Object.values(typed).every((one) => one === '');
    const credentials = isKept ? null : typed;
    const faults = faultsOf(kind, settings, credentials);
    for (const { field, error } of faults) {
      context.issues.push({ code: 'custom', message: error, path: [field], input: entered[field] });
    }
    if (faults.length > 0) return z.NEVER;
    return {
      ...{ kind, name },
      ...(settings && { settings: { ...settings } }),
      ...(credentials && { credentials: { ...credentials } }),
    };
  });
export type EnteredChannel = z.output<ReturnType<typeof channelFormSchema>>;
