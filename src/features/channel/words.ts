import type { ChannelKind, DeliveryState, DisabledReason } from '@/domain/channel/channel';
import type { FailureKind } from '@/domain/channel/outcome';

export const CHANNEL_KIND_WORDS: Readonly<Record<ChannelKind, { label: string; about: string }>> = {
  webhook: { label: 'Webhook', about: 'A signed request to an address of yours' },
  mail: { label: 'Mail', about: 'A mail to each of some addresses' },
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
  const { url, addresses } = settings;
  if (typeof url === 'string') return url;
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
