import type {
  ChannelKind,
  CredentialKind,
  DeliveryState,
  DisabledReason,
} from '@/domain/channel/channel';
import type { FailureKind } from '@/domain/channel/outcome';

const TICKETS =
  'A ticket for each release cycle and owner: changed when something changes, closed when it is solved';

export const CHANNEL_KIND_WORDS: Readonly<Record<ChannelKind, { label: string; about: string }>> = {
  webhook: { label: 'Webhook', about: 'A signed request to an address of yours' },
  mail: { label: 'Mail', about: 'A mail to each of some addresses' },
  slack: { label: 'Slack', about: 'A post to one channel, by an incoming webhook' },
  teams: { label: 'Microsoft Teams', about: 'A card to one channel or chat, by a workflow' },
  mattermost: {
    label: 'Mattermost, Rocket.Chat',
    about: 'A post to one channel, by an incoming webhook',
  },
  pagerduty: {
    label: 'PagerDuty',
    about: 'An alert for each piece of software, resolved when it is solved',
  },
  jira: { label: 'Jira', about: TICKETS },
  github: { label: 'GitHub issues', about: TICKETS },
  gitlab: { label: 'GitLab issues', about: TICKETS },
};

/** Where to get what a kind keeps as a secret, step by step. */
export const CREDENTIAL_STEPS: Readonly<Record<CredentialKind, string>> = {
  slack:
    'In Slack, create an app for your workspace, turn on Incoming Webhooks, add one for the channel, and copy its address: https://hooks.slack.com/services/…',
  teams:
    'In Teams, open the channel’s menu, choose Workflows, then “Send webhook alerts to a channel”, and copy the address that it shows at the end.',
  mattermost:
    'In Mattermost: Integrations, Incoming Webhooks, Add. In Rocket.Chat: Workspace, Integrations, New, Incoming; then copy the address.',
  pagerduty:
    'In PagerDuty, open the service, Integrations, add “Events API V2”, and copy its integration key.',
  jira: 'In the cloud: your account at id.atlassian.com, Security, API tokens. In Data Center: your profile, Personal Access Tokens.',
  github:
    'In GitHub: Settings, Developer settings, Fine-grained tokens, for this repository alone, with the permission Issues: read and write.',
  gitlab:
    'In GitLab: the project’s Settings, Access tokens, with the role Reporter and the scope api.',
};

export const DISABLED_WORDS: Readonly<Record<DisabledReason, string>> = {
  paused: 'Somebody paused it.',
  gone: 'Its receiver answered that it is gone for good (410).',
  failing: 'Every attempt had failed for five days.',
};

export const DELIVERY_STATE_WORDS: Readonly<Record<DeliveryState, string>> = {
  pending: 'Waiting',
  delivered: 'Delivered',
  failed: 'Failed',
  dropped: 'Dropped',
};

export const FAILURE_WORDS: Readonly<Record<FailureKind, string>> = {
  address: 'The host may not be asked',
  connection: 'No connection',
  timeout: 'No answer in time',
  redirect: 'A redirect, which is not followed',
  status: 'Not a success',
  refused: 'Refused',
  not_configured: 'Not configured here',
  secret: 'The stored secret cannot be read',
  interrupted: 'Interrupted: it may have arrived',
  unexpected: 'A fault of this server',
};

/** Says where a channel leads, from its settings. */
export function goesTo(settings: Readonly<Record<string, string | readonly string[]>>): string {
  const { url, addresses, host, project, repository } = settings;
  if (typeof url === 'string') {
    const place = project ?? repository;
    return typeof place === 'string' ? `${place}, ${url}` : url;
  }
  // The rest of the address is a secret.
  if (typeof host === 'string') return host;
  return typeof addresses === 'object' ? addresses.join(', ') : '';
}

/** Says what came of an attempt: `204`, `No answer in time`, `503: Not a success`. */
export function attemptWords(attempt: {
  readonly failure: FailureKind | null;
  readonly status: number | null;
  readonly ended_at: string | null;
}): string {
  const { failure, status, ended_at: endedAt } = attempt;
  if (endedAt === null) return 'Under way';
  if (failure === null) return status === null ? 'Taken' : String(status);
  return status === null ? FAILURE_WORDS[failure] : `${String(status)}: ${FAILURE_WORDS[failure]}`;
}
