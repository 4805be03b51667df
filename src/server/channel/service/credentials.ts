import {
  CHANNEL_CREDENTIALS,
  CHANNEL_SETTINGS,
  type ChannelDraft,
  type ChannelKind,
  hasCredentials,
  settingsFromCredentials,
} from '@/domain/channel/channel';
import { invalid } from '@/domain/errors';
import { faultsOf } from '@/domain/validation/zod-faults';
import type { z } from 'zod';

/** The credentials of a new channel; null for a kind that has none. */
export function credentialsOf(draft: ChannelDraft): object | null {
  return 'credentials' in draft ? draft.credentials : null;
}

/** The settings of a new channel, with what may be seen of its credentials. */
export function settingsOfDraft(draft: ChannelDraft): object {
  const own = 'settings' in draft ? draft.settings : {};
  return { ...own, ...settingsFromCredentials(credentialsOf(draft) ?? {}) };
}

/** Reads settings as a kind has them. @throws DomainError 422 */
export function givenSettings(kind: ChannelKind, given: object): object {
  const settings = CHANNEL_SETTINGS[kind];
  // They follow from the address, which is a secret.
  if ('host' in settings.shape) throw notOfKind('settings');
  return read(settings, given, 'settings');
}

/** Reads credentials as a kind has them. @throws DomainError 422 */
export function givenCredentials(kind: ChannelKind, given: object): object {
  if (!hasCredentials(kind)) throw notOfKind('credentials');
  return read(CHANNEL_CREDENTIALS[kind], given, 'credentials');
}

/** What is stored was given for one host: it is not sent to another that somebody has typed in since. */
export function credentialsMissing() {
  const msg = 'Another host gets no credentials that were given for the one before: enter them too';
  return invalid([{ loc: ['body', 'credentials'], msg, type: 'missing' }]);
}

function read(schema: z.ZodType<object>, given: object, field: string): object {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const faults = faultsOf(parsed.error, 'body', given);
  throw invalid(faults.map((fault) => ({ ...fault, loc: ['body', field, ...fault.loc.slice(1)] })));
}

function notOfKind(field: string) {
  const msg = `A channel of this kind has no ${field}`;
  return invalid([{ loc: ['body', field], msg, type: 'value_error' }]);
}
