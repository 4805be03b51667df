import { AdaptiveCard, GlobalRegistry, SerializationContext, ValidationEvent } from 'adaptivecards';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { itemOf } from './content';
import { lineOf } from './fit';
import { chatMessage, MAX_ATTACHMENTS, MAX_CHAT_LENGTH } from './mattermost';
import { MAX_DEDUP_KEY_LENGTH, MAX_SUMMARY_LENGTH, pagerEvents } from './pagerduty';
import { slackMessage } from './slack';
import { waiverKey } from './software-key';
import { MAX_CARD_BYTES, teamsMessage } from './teams';
import { anyMessage, anyText } from './testing/any-message';
import { fullMessage } from './testing/messages';

const frame = { origin: 'https://eventide.example', footnote: 'Sent to the channel Operations.' };
const pager = { origin: frame.origin, organizationId: '01931c40-1a2b-7c3d-8e4f-5a6b7c8d9e0f' };

describe('Slack', () => {
  it('gets all of a message, with names that can do nothing', () => {
    const said = slackMessage(fullMessage(), frame);
    const { blocks } = said;
    expect(blocks[0]).toEqual({
      type: 'header',
      text: { type: 'plain_text', text: 'Debian 10 ends sooner', emoji: false },
    });
    expect(JSON.stringify(blocks)).toContain('and 3 more');
    expect(blocks[3]).toMatchObject({
      text: {
        verbatim: true,
        text: '*<https://eventide.example/images?software=1&q=a%26b|Debian 10>*\nIt is the base of what runs in production',
      },
      fields: expect.arrayContaining([
        { type: 'mrkdwn', text: '*Move to*\nDebian 12', verbatim: true },
        { type: 'mrkdwn', text: '*Evidence*\nCatalog', verbatim: true },
      ]),
    });
    const hostile = itemOf({ key: 'a', what: '<!channel> <https://evil.example|x>', path: '/a' });
    const [, , , block] = slackMessage(fullMessage({ items: [hostile], total: 1 }), frame).blocks;
    expect(block).toMatchObject({
      text: {
        text: '*<https://eventide.example/a|&lt;!channel&gt; &lt;https://evil.example¦x&gt;>*',
      },
    });
  });
});

/** Reads a card with Microsoft's own parser, and lists what it finds wrong. */
function faultsOfCard(card: object): string[] {
  const context = new SerializationContext();
  context.setElementRegistry(GlobalRegistry.elements);
  context.setActionRegistry(GlobalRegistry.actions);
  const parsed = new AdaptiveCard();
  parsed.parse(card, context);
  const faults = Array.from({ length: context.eventCount }, (_, index) =>
    context.getEventAt(index),
  );
  return faults.map(({ event, message }) => `${ValidationEvent[event]}: ${message}`);
}

describe('Microsoft Teams', () => {
  it('gets all of a message, as an Adaptive Card that its own parser reads without a fault', () => {
    const [attachment] = teamsMessage(fullMessage(), frame).attachments;
    expect(attachment.contentType).toBe('application/vnd.microsoft.card.adaptive');
    expect(faultsOfCard(attachment.content)).toEqual([]);
    const written = JSON.stringify(attachment.content);
    for (const part of [
      'Debian 10 ends sooner',
      '12 images in 3 projects',
      '30 June 2028',
      'Evidence',
      'and 3 more',
      'payments@example.com',
    ]) {
      expect(written).toContain(part);
    }
    expect(attachment.content.actions).toEqual([
      {
        type: 'Action.OpenUrl',
        title: 'All that changed',
        url: 'https://eventide.example/catalog',
      },
    ]);
  });

  it('finds faults in cards that have some', () => {
    const body = [{ type: 'Nonsense' }];
    expect(faultsOfCard({ type: 'AdaptiveCard', version: '1.4', body })).not.toEqual([]);
  });

  test('takes whatever is said, within 28 kB and without Markdown', () => {
    fc.assert(
      fc.property(anyMessage, (message) => {
        const written = teamsMessage(message, frame);
        expect(Buffer.byteLength(JSON.stringify(written))).toBeLessThanOrEqual(MAX_CARD_BYTES);
        const [{ content: card }] = written.attachments;
        expect(faultsOfCard(card)).toEqual([]);
        expect(JSON.stringify(card)).not.toContain('"TextBlock"');
      }),
      { numRuns: 100 },
    );
  });
});

describe('Mattermost and Rocket.Chat', () => {
  it('get all of a message, with names that call nobody', () => {
    const message = chatMessage(
      fullMessage({ summary: '@all see [this](https://evil.example)' }),
      frame,
    );
    expect(message.text).toContain(
      '@\u200ball see \\[this\\]\\(https:\u200b//evil\u200b.example\\)',
    );
    expect(message.attachments).toEqual([
      expect.objectContaining({
        title: 'Debian 10',
        title_link: 'https://eventide.example/images?software=1&q=a%26b',
        text: expect.stringContaining('**Evidence** Catalog\n**Move to** Debian 12'),
      }),
    ]);
  });

  test('take whatever is said', () => {
    fc.assert(
      fc.property(anyMessage, (message) => {
        const written = chatMessage(message, frame);
        expect(JSON.stringify(written).length).toBeLessThanOrEqual(MAX_CHAT_LENGTH);
        expect(written.attachments.length).toBeLessThanOrEqual(MAX_ATTACHMENTS);
      }),
      { numRuns: 200 },
    );
  });
});

describe('PagerDuty', () => {
  it('gets an alert for each item, by its key, and resolves what is solved', () => {
    const [first] = fullMessage().items;
    const solved = itemOf({ key: 'b', what: 'Redis 6', isSolved: true });
    const events = pagerEvents(fullMessage({ items: [...(first ? [first] : []), solved] }), pager);
    expect(events).toEqual([
      expect.objectContaining({
        event_action: 'trigger',
        dedup_key: `${pager.organizationId}/debian/10/payments`,
        payload: expect.objectContaining({
          summary: 'Debian 10: Debian 10 ends sooner',
          ...{ severity: 'warning', source: 'eventide.example', class: 'date.changed' },
          custom_details: expect.objectContaining({ Evidence: 'Catalog' }),
        }),
      }),
      { event_action: 'resolve', dedup_key: `${pager.organizationId}/b` },
    ]);
  });

  it('gets no alert on what is never said to be over', () => {
    const items = [itemOf({ key: waiverKey('one'), what: 'Redis 6' })];
    expect(pagerEvents(fullMessage({ kind: 'waiver.asked', items, total: 1 }), pager)).toEqual([]);
  });

  it('lets nothing without an item stay open', () => {
    const events = pagerEvents(fullMessage({ kind: 'test', items: [], total: 0 }), pager);
    expect(events.map(({ event_action: action }) => action)).toEqual(['trigger', 'resolve']);
    expect(new Set(events.map(({ dedup_key: key }) => key)).size).toBe(1);
  });

  test('takes whatever is said, and keeps keys apart', () => {
    fc.assert(
      fc.property(anyMessage, (message) => {
        const events = pagerEvents(message, pager);
        for (const event of events) {
          expect(event.dedup_key.length).toBeLessThanOrEqual(MAX_DEDUP_KEY_LENGTH);
          if (event.event_action === 'resolve') continue;
          expect(event.payload.summary.length).toBeLessThanOrEqual(MAX_SUMMARY_LENGTH);
          expect(event.payload.summary.trim()).not.toBe('');
        }
        if (message.items.length === 0) return;
        const keys = new Set(message.items.map(({ key }) => key));
        expect(new Set(events.map(({ dedup_key: key }) => key)).size).toBe(keys.size);
      }),
      { numRuns: 200 },
    );
  });
});

test('a line is cut through no character, and never empty', () => {
  fc.assert(
    fc.property(anyText(300), fc.integer({ min: 1, max: 300 }), (given, max) => {
      const line = lineOf(given, max);
      expect(line.length).toBeLessThanOrEqual(max);
      expect(line).not.toBe('');
      expect(line.isWellFormed()).toBe(true);
    }),
  );
});
