import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { itemOf, type MessageItem } from '@/domain/message/content';
import { fullMessage } from '@/domain/message/testing/messages';
import { parseDay } from '@/domain/eol/calendar';
import { adfLine, adfOf } from './adf';
import { markdownLine, markdownOf } from './markdown';
import { digestOf, MAX_TITLE_LENGTH, markOf, reasonsAfter, solvedWords, ticketOn } from './ticket';
import { wikiLine, wikiOf } from './wiki';

const frame = {
  origin: 'https://eventide.example',
  organizationId: '01931c40-1a2b-7c3d-8e4f-5a6b7c8d9e0f',
};
const [full] = fullMessage().items;
const item: MessageItem = { ...itemOf({ key: 'debian/10', what: 'Debian 10' }), ...full };
const ticket = ticketOn(item, 'support.ends', frame);

/** What Jira's schema of the format (version 1, `full.json`) has of the nodes that are used. */
const text = z.strictObject({
  type: z.literal('text'),
  text: z.string().min(1),
  marks: z
    .array(
      z.discriminatedUnion('type', [
        z.strictObject({ type: z.literal('strong') }),
        z.strictObject({ type: z.literal('link'), attrs: z.strictObject({ href: z.url() }) }),
      ]),
    )
    .optional(),
});
const paragraph = z.strictObject({ type: z.literal('paragraph'), content: z.array(text) });
const list = z.strictObject({
  type: z.literal('bulletList'),
  content: z
    .array(z.strictObject({ type: z.literal('listItem'), content: z.tuple([paragraph]) }))
    .min(1),
});
const adfSchema = z.strictObject({
  ...{ version: z.literal(1), type: z.literal('doc') },
  content: z.array(z.discriminatedUnion('type', [paragraph, list])),
});

describe('a ticket', () => {
  it('says what the item says, under a title that says since or until when', () => {
    expect(ticket.title).toBe('Debian 10: support ended on 10 September 2022');
    const until = { ...item, since: null };
    expect(ticketOn(until, 'support.ends', frame).title).toBe(
      'Debian 10: support ends on 30 June 2027',
    );
    expect(ticketOn(item, 'waiver.ending', frame).title).toBe('Debian 10: a waiver ends');
    expect(ticket.facts.map(({ label }) => label)).toContain('Ask');
    expect(ticket.link?.href).toBe('https://eventide.example/images?software=1&q=a%26b');
  });

  it('has a mark that is one word, the same for one key, and another for each organization', () => {
    expect(ticket.mark).toMatch(/^evt[0-9a-f]{32}$/);
    expect(ticketOn({ ...item, what: 'x' }, 'build.denied', frame).mark).toBe(ticket.mark);
    expect(markOf('other', item.key)).not.toBe(ticket.mark);
  });

  it('differs where what it says differs, and nowhere else', () => {
    const again = ticketOn({ ...item }, 'build.denied', frame);
    expect(digestOf(again)).toBe(digestOf(ticket));
    const moved = ticketOn({ ...item, moveTo: 'Debian 13' }, 'support.ends', frame);
    expect(digestOf(moved)).not.toBe(digestOf(ticket));
  });

  it('says why it is closed', () => {
    expect(solvedWords({ ...item, detail: 'No image holds it' })).toBe(
      'Solved. No image holds it.',
    );
    expect(solvedWords({ ...item, detail: null })).toBe('Solved.');
  });
});

test.each([
  [[], 'support.ends', false, ['support.ends']],
  [['support.ends'], 'support.ends', false, ['support.ends']],
  [['support.ends'], 'build.denied', false, ['support.ends', 'build.denied']],
  [['support.ends', 'build.denied'], 'build.denied', true, ['support.ends']],
  [['support.ends', 'build.denied'], 'support.ends', true, []],
  [['build.denied'], 'build.denied', true, []],
] as const)('open for %j, after %s (solved: %s), it is for %j', (before, kind, isSolved, after) => {
  expect(reasonsAfter(before, kind, isSolved)).toEqual(after);
});

describe('as Markdown', () => {
  it('has the mark where nobody sees it, and each fact on a line', () => {
    const written = markdownOf(ticket);
    expect(written).toContain(`<!-- ${ticket.mark} -->`);
    expect(written).toContain('- **Move to** Debian 12');
    expect(written).toContain('[Debian 10](https://eventide.example/images?software=1&q=a%26b)');
  });

  it.each([
    ['@all', '@\u200ball'],
    ['/close', String.raw`\/close`],
    ['# Title', String.raw`\# Title`],
    ['see #12, !3 and GH-4', 'see #\u200b12, !\u200b3 and GH-\u200b4'],
    ['<img src=x>', String.raw`\<img src=x\>`],
    ['[a](b)', String.raw`\[a\]\(b\)`],
    ['https://evil.example', 'https:\u200b//evil.example'],
    ['Node.js 18.19.0', 'Node.js 18.19.0'],
    ['-->', String.raw`\--\>`],
  ])('leaves no meaning to %j', (typed, written) => {
    expect(markdownLine(typed)).toBe(written);
  });
});

describe('in the notation of Jira', () => {
  it.each([
    ['{code}', String.raw`\{code\}`],
    ['[~ada]', String.raw`\[\~ada\]`],
    ['!x.png!', String.raw`\!x.png\!`],
    ['h1. Title', '\u200bh1. Title'],
    ['# one', '\u200b# one'],
    ['https://evil.example', 'https:\u200b//evil.example'],
  ])('leaves no meaning to %j', (typed, written) => {
    expect(wikiLine(typed)).toBe(written);
  });

  it('has the mark in its text', () => {
    expect(wikiOf(ticket)).toContain(`(${ticket.mark})`);
    expect(wikiOf(ticket)).toContain('* *Move to* Debian 12');
  });
});

const nasty = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }),
  fc.constantFrom(' ', '\n\n', '-->', '/close\n/merge', '🧨'.repeat(150)),
);
const anyItem = fc.record({
  what: nasty,
  detail: fc.option(nasty),
  moveTo: fc.option(nasty),
  ask: fc.option(fc.record({ name: nasty, email: fc.constantFrom(null, 'ada@example.com') })),
  path: fc.constantFrom(null, '/x', '/y?q=[a](b)|c'),
  until: fc.constantFrom(null, parseDay('2026-07-11')),
});

test('whatever people and scanners write, each form is one that its service takes', () => {
  fc.assert(
    fc.property(anyItem, (more) => {
      const made = ticketOn({ ...itemOf({ key: 'k', what: 'x' }), ...more }, 'support.ends', frame);
      expect(made.title.length).toBeLessThanOrEqual(MAX_TITLE_LENGTH);
      expect(made.title).not.toMatch(/[\r\n]/);
      adfSchema.parse(adfOf(made));
      adfSchema.parse(adfLine(solvedWords(item)));
      const markdown = markdownOf(made);
      // No line is a quick action, and nothing ends the comment that holds the mark.
      expect(markdown).not.toMatch(/^\//m);
      expect(markdown.endsWith(`<!-- ${made.mark} -->`)).toBe(true);
      expect(markdown.split('-->')).toHaveLength(2);
      expect(wikiOf(made)).not.toMatch(/^(?:h[1-6]\.|bq\.)/m);
    }),
  );
});
