import { describe, expect, it } from 'vitest';
import { channelFormSchema, type ChannelFields } from './schema';

const typed = (more: Partial<ChannelFields>): ChannelFields => ({
  ...{ kind: 'slack', name: 'Operations', url: '', addresses: '' },
  ...{ eventsUrl: '', hiddenAddress: '', routingKey: '' },
  ...{ trackerUrl: '', deployment: 'cloud', trackerPlace: '', issueType: 'Task', labels: '' },
  ...{ doneTransition: '', email: '', token: '' },
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
    [
      {
        ...{ kind: 'jira' as const, trackerUrl: 'https://acme.example', trackerPlace: ' SHOP ' },
        ...{ labels: 'eol, ops', email: 'ada@example.com', token: 't' },
      },
      {
        settings: {
          ...{ url: 'https://acme.example', deployment: 'cloud', project: 'SHOP' },
          ...{ issue_type: 'Task', labels: ['eol', 'ops'], done_transition: '' },
        },
        credentials: { email: 'ada@example.com', token: 't' },
      },
    ],
    [
      { kind: 'github', trackerPlace: 'acme/shop', token: 't' },
      { settings: { repository: 'acme/shop', labels: [] }, credentials: { token: 't' } },
    ],
    [
      { kind: 'gitlab', trackerPlace: '42', trackerUrl: 'https://git.example', token: 't' },
      {
        settings: { url: 'https://git.example', project: '42', labels: [] },
        credentials: { token: 't' },
      },
    ],
  ] as const)('reads what is typed of the kind: %j', (more, expected) => {
    const { kind, name } = typed(more);
    expect(schema.parse(typed(more))).toEqual({ kind, name, ...expected });
  });

  it.each([
    [{}, ['hiddenAddress']],
    [{ hiddenAddress: 'nowhere' }, ['hiddenAddress']],
    [{ kind: 'webhook', hiddenAddress: address }, ['url']],
    [{ kind: 'pagerduty', routingKey: 'short', eventsUrl: 'x' }, ['eventsUrl', 'routingKey']],
    [
      { kind: 'jira', trackerPlace: 'shop', issueType: '' },
      ['trackerUrl', 'trackerPlace', 'issueType', 'token', 'email'],
    ],
    [{ kind: 'jira', trackerUrl: address, trackerPlace: 'SHOP', token: 't' }, ['email']],
    [
      { kind: 'github', trackerPlace: 'shop', trackerUrl: 'x', token: 'two words' },
      ['trackerUrl', 'trackerPlace', 'token'],
    ],
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
