import { z } from 'zod';
import {
  CHANNEL_KINDS,
  CHANNEL_SETTINGS,
  channelName,
  type ChannelKind,
  HEARD_KINDS,
} from '@/domain/channel/channel';

/** What is typed; of a kind that is not chosen it does not count. */
const fields = z.object({
  kind: z.enum(CHANNEL_KINDS),
  name: channelName,
  hears: z.array(z.enum(HEARD_KINDS)),
  url: z.string(),
  /** One on a line, or with commas between them. */
  addresses: z.string(),
});
export type ChannelFields = z.input<typeof fields>;

/** The settings of a kind as they are typed. */
function typed({ kind, url, addresses }: ChannelFields): Record<string, unknown> {
  if (kind === 'webhook') return { url: url.trim() };
  return {
    addresses: addresses.split(/[\s,;]+/).filter((address) => address !== ''),
  };
}

const FAULTS: Readonly<Record<ChannelKind, { field: keyof ChannelFields; error: string }>> = {
  webhook: {
    field: 'url',
    error: 'Enter an http or https address, without a user, a password or a fragment',
  },
  mail: { field: 'addresses', error: 'Enter up to 20 e-mail addresses' },
};

/** Reads the form: what is typed of the chosen kind becomes its settings. */
export const channelFormSchema = fields.transform((entered, context) => {
  const { kind, name, hears } = entered;
  const settings = typed(entered);
  const { field, error } = FAULTS[kind];
  if (!CHANNEL_SETTINGS[kind].safeParse(settings).success) {
    context.issues.push({ code: 'custom', message: error, path: [field], input: entered[field] });
    return z.NEVER;
  }
  return { kind, name, hears, settings };
});
export type EnteredChannel = z.output<typeof channelFormSchema>;
