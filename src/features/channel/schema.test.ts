import { describe, expect, it } from 'vitest';
import { channelFormSchema, type ChannelFields } from './schema';

const typed = (more: Partial<ChannelFields>): ChannelFields => ({
  ...{ kind: 'slack', name: 'Operations', hears: ['build.denied'], url: '', addresses: '' },
  ...{ eventsUrl: '', hiddenAddress: '', routingKey: '' },
  ...more,
});
const key = 'a'.repeat(32);
const address = 'https://hooks.example.com/services/T0/B0/x';

describe('the form of a new channel', () => {
  const schema = channelFormSchema({ isNew: true });

  it.each([
    [{ hiddenAddress: ` ${address} ` }, { credentials: { url: address } }],
    [{ kind: 'webhook', url: address }, { settings: { url: address } }],
    [
      { kind: 'mail', addresses: 'a@example.com, b@example.com' },
      { settings: { addresses: ['a@example.com', 'b@example.com'] } },
    ],
    [
      { kind: 'pagerduty', routingKey: key },
      { settings: {}, credentials: { routing_key: key } },
    ],
    [
      { kind: 'pagerduty', routingKey: key, eventsUrl: address },
      { settings: { url: address }, credentials: { routing_key: key } },
    ],
  ] as const)('reads what is typed of the kind: %j', (more, expected) => {
    const { kind, name, hears } = typed(more);
    expect(schema.parse(typed(more))).toEqual({ kind, name, hears, ...expected });
  });

  it.each([
    [{}, ['hiddenAddress']],
    [{ hiddenAddress: 'nowhere' }, ['hiddenAddress']],
    [{ kind: 'webhook', hiddenAddress: address }, ['url']],
    [{ kind: 'pagerduty', routingKey: 'short', eventsUrl: 'x' }, ['eventsUrl', 'routingKey']],
  ] as const)('says where it is wrong: %j', (more, places) => {
    const { error } = schema.safeParse(typed(more));
    expect(error?.issues.map(({ path }) => path[0])).toEqual(places);
  });
});

it('leaves what is stored of a channel that is there, where nothing is typed', () => {
  const schema = channelFormSchema({ isNew: false });
  expect(schema.parse(typed({}))).not.toHaveProperty('credentials');
  expect(schema.parse(typed({ hiddenAddress: address }))).toHaveProperty('credentials');
  expect(schema.safeParse(typed({ hiddenAddress: 'nowhere' })).success).toBe(false);
});
