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
import { HEARD_KINDS } from '@/domain/message/rule';

/** What is typed; of a kind that is not chosen it does not count. */
const fields = z.object({
  kind: z.enum(CHANNEL_KINDS),
  name: channelName,
  hears: z.array(z.enum(HEARD_KINDS)),
  url: z.string(),
  /** One on a line, or with commas between them. */
  addresses: z.string(),
  /** Of PagerDuty; empty for the usual one. */
  eventsUrl: z.string(),
  /** Of a webhook whose address is a secret. */
  hiddenAddress: z.string(),
  routingKey: z.string(),
});
export type ChannelFields = z.input<typeof fields>;

type TypedKind = Exclude<ChannelKind, 'slack' | 'teams' | 'mattermost'>;

const isTyped = (kind: ChannelKind): kind is TypedKind =>
  kind === 'pagerduty' || !hasCredentials(kind);

/** The settings of a kind as they are typed. */
function settingsOf(kind: TypedKind, { url, addresses, eventsUrl }: ChannelFields): object {
  if (kind === 'webhook') return { url: url.trim() };
  if (kind === 'pagerduty') return eventsUrl.trim() === '' ? {} : { url: eventsUrl.trim() };
  return { addresses: addresses.split(/[\s,;]+/).filter((address) => address !== '') };
}

function credentialsOf(kind: CredentialKind, { hiddenAddress, routingKey }: ChannelFields) {
  return kind === 'pagerduty' ? { routing_key: routingKey.trim() } : { url: hiddenAddress.trim() };
}

interface Fault {
  readonly field: keyof ChannelFields;
  readonly error: string;
}
const ADDRESS = 'Enter an http or https address, without a user, a password or a fragment';
const SETTINGS_FAULTS: Readonly<Record<TypedKind, Fault>> = {
  webhook: { field: 'url', error: ADDRESS },
  mail: { field: 'addresses', error: 'Enter up to 20 e-mail addresses' },
  pagerduty: { field: 'eventsUrl', error: ADDRESS },
};
const HIDDEN_FAULT: Fault = { field: 'hiddenAddress', error: ADDRESS };
const CREDENTIALS_FAULTS: Readonly<Record<CredentialKind, Fault>> = {
  ...{ slack: HIDDEN_FAULT, teams: HIDDEN_FAULT, mattermost: HIDDEN_FAULT },
  pagerduty: { field: 'routingKey', error: 'Enter the 32 letters and digits of the key' },
};

/** Lists what is wrong with what is typed of the chosen kind. */
function faultsOf(kind: ChannelKind, settings: object | null, credentials: object | null): Fault[] {
  const isRight = isTyped(kind) ? CHANNEL_SETTINGS[kind].safeParse(settings).success : true;
  const isHeld =
    hasCredentials(kind) && credentials
      ? CHANNEL_CREDENTIALS[kind].safeParse(credentials).success
      : true;
  return [
    ...(isTyped(kind) && !isRight ? [SETTINGS_FAULTS[kind]] : []),
    ...(hasCredentials(kind) && !isHeld ? [CREDENTIALS_FAULTS[kind]] : []),
  ];
}

/**
 * Reads the form: what is typed of the chosen kind becomes its settings and its credentials. Those of a channel that is
 * there stay as they are where nothing is typed.
 */
export const channelFormSchema = ({ isNew }: { readonly isNew: boolean }) =>
  fields.transform((entered, context) => {
    const { kind, name, hears } = entered;
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
      ...{ kind, name, hears },
      ...(settings && { settings: { ...settings } }),
      ...(credentials && { credentials: { ...credentials } }),
    };
  });
export type EnteredChannel = z.output<ReturnType<typeof channelFormSchema>>;
