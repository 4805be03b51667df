import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import draft6 from 'ajv/dist/refs/json-schema-draft-06.json' with { type: 'json' };
import fc from 'fast-check';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { itemOf, type MessageContent } from './content';
import { MESSAGE_KINDS } from './kinds';
import { MAX_MESSAGE_LENGTH, slackMessage } from './slack';
import { teamsMessage } from './teams';
import { anyMessage } from './testing/any-message';
import { fullMessage } from './testing/messages';

// What is sent is held against what the receivers' makers publish. For Adaptive Cards that is Microsoft's JSON schema of
// version 1.4, the one that our cards say (MIT; a copy, as no package for Node.js carries a version with rich text).
// Slack publishes no JSON schema of Block Kit, but types: what is sent is written down as a literal and checked against
// them by the compiler, which finds what is missing, wrong or too much. Types know no lengths; Slack's comments on them do.

const frame = { origin: 'https://eventide.example', footnote: 'Sent to the channel Operations.' };

/** Every kind of message, full and empty, and some that are as bad as can be. */
const MESSAGES: readonly MessageContent[] = [
  ...MESSAGE_KINDS.map((kind) => fullMessage({ kind })),
  ...MESSAGE_KINDS.map((kind) =>
    fullMessage({ kind, summary: '', items: [], total: 0, links: [] }),
  ),
  fullMessage({ items: [itemOf({ key: 'a', what: 'Redis 6', isSolved: true })], total: 1 }),
  ...fc.sample(anyMessage, { numRuns: 40, seed: 20_261_126 }),
];

describe('Slack', () => {
  test('gets Block Kit as its published types describe it', { timeout: 60_000 }, () => {
    const faults = faultsOfTypes(MESSAGES.map((one) => slackMessage(one, frame).blocks));
    expect(faults).toEqual(MESSAGES.map(() => []));
  });

  test('and what is not as they describe it is found', { timeout: 60_000 }, () => {
    const wrong = [
      [{ type: 'headline', text: { type: 'plain_text', text: 'x' } }],
      [{ type: 'header' }],
      [{ type: 'header', text: { type: 'mrkdwn', text: 'x' } }],
      [{ type: 'divider', text: { type: 'plain_text', text: 'x' } }],
      [{ type: 'section', fields: ['x'] }],
    ];
    const right = [{ type: 'divider' }];
    const found = faultsOfTypes([...wrong, right]).map((faults) => faults.length > 0);
    expect(found).toEqual([...wrong.map(() => true), false]);
  });

  test('takes whatever is said: no documented limit is passed, no text is empty', () => {
    fc.assert(
      fc.property(anyMessage, (message) => {
        const { blocks, text } = slackMessage(message, frame);
        expect(text).not.toBe('');
        expect(passedLimits(blocks)).toEqual([]);
        expect(JSON.stringify(blocks).length).toBeLessThanOrEqual(MAX_MESSAGE_LENGTH);
        // Nothing but our own links, and no entity that was cut.
        const fields = blocks.flatMap((block) => ('fields' in block ? (block.fields ?? []) : []));
        for (const field of fields) expect(field.text).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/);
      }),
      { numRuns: 200 },
    );
  });

  const section = (more: object) => [{ type: 'section', ...more }];
  const texts = (count: number, length: number) =>
    Array.from({ length: count }, () => ({ type: 'mrkdwn', text: 'x'.repeat(length) }));
  test.each([
    ['51 blocks', Array.from({ length: 51 }, () => ({ type: 'divider' }))],
    ['a header of 151', [{ type: 'header', text: { type: 'plain_text', text: 'x'.repeat(151) } }]],
    ['a section of 3,001', section({ text: { type: 'mrkdwn', text: 'x'.repeat(3_001) } })],
    ['an empty section', section({ text: { type: 'mrkdwn', text: '' } })],
    ['a section of nothing', section({})],
    ['11 fields', section({ fields: texts(11, 1) })],
    ['a field of 2,001', section({ fields: texts(1, 2_001) })],
    ['11 elements of a context', [{ type: 'context', elements: texts(11, 1) }]],
    ['a context of nothing', [{ type: 'context', elements: [] }]],
  ])('%s would be found', (_what, blocks) => {
    expect(passedLimits(blocks)).toHaveLength(1);
  });
});

/**
 * Checks lists of blocks against the types that Slack publishes, as if they had been written by hand.
 * @returns what is wrong with each of them
 */
function faultsOfTypes(lists: readonly object[]): string[][] {
  const file = `${import.meta.dirname}/sent-blocks.ts`;
  const source = [
    "import type { KnownBlock } from '@slack/types';",
    ...lists.map(
      (blocks, index) =>
        `export const sent${String(index)}: KnownBlock[] = ${JSON.stringify(blocks)};`,
    ),
  ].join('\n');
  const options: ts.CompilerOptions = {
    ...{ strict: true, noEmit: true, skipLibCheck: true, types: [] },
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  };
  const host = ts.createCompilerHost(options);
  const inMemory: ts.CompilerHost = {
    ...host,
    fileExists: (name) => name === file || host.fileExists(name),
    readFile: (name) => (name === file ? source : host.readFile(name)),
    getSourceFile: (name, target) =>
      name === file ? ts.createSourceFile(name, source, target) : host.getSourceFile(name, target),
  };
  const found = ts.getPreEmitDiagnostics(ts.createProgram([file], options, inMemory));
  const faults = found.map(({ file: where, start = 0, messageText }) => ({
    // Lists stand below the import, one on each line.
    index: where ? where.getLineAndCharacterOfPosition(start).line - 1 : -1,
    message: ts.flattenDiagnosticMessageText(messageText, '\n'),
  }));
  const elsewhere = faults.filter(({ index }) => index < 0);
  if (elsewhere.length > 0) throw new Error(JSON.stringify(elsewhere));
  return lists.map((_, place) =>
    faults.filter(({ index }) => index === place).map(({ message }) => message),
  );
}

interface Sized {
  readonly text: string;
}
interface AnyBlock {
  readonly type: string;
  readonly text?: Sized;
  readonly fields?: readonly Sized[];
  readonly elements?: readonly Sized[];
}

/** Lists what of the limits that Slack documents beside its types a message passes. */
function passedLimits(blocks: readonly AnyBlock[]): string[] {
  const wrong: string[] = [];
  const isWithin = (count: number, [least, most]: readonly [number, number], what: string) => {
    if (count < least || count > most) wrong.push(`${what}: ${String(count)}`);
  };
  isWithin(blocks.length, [1, 50], 'blocks');
  for (const { type, text, fields, elements } of blocks) {
    if (text) isWithin(text.text.length, [1, type === 'header' ? 150 : 3_000], `${type} text`);
    if (type === 'section' && !text && !fields) wrong.push('section of nothing');
    if (fields) isWithin(fields.length, [1, 10], 'fields');
    for (const field of fields ?? []) isWithin(field.text.length, [1, 2_000], 'field');
    if (elements) isWithin(elements.length, [1, 10], 'elements');
    for (const element of elements ?? []) isWithin(element.text.length, [1, 3_000], 'element');
  }
  return wrong;
}

describe('Microsoft Teams', () => {
  test('gets a card as the published schema describes it', () => {
    expect(MESSAGES.flatMap((one) => faultsOfCard(sentCard(one)))).toEqual([]);
  });

  test('takes whatever is said', () => {
    fc.assert(
      fc.property(anyMessage, (message) => {
        expect(faultsOfCard(sentCard(message))).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  const card = (more: object) => ({ type: 'AdaptiveCard', version: '1.4', ...more });
  const runs = (...inlines: object[]) => card({ body: [{ type: 'RichTextBlock', inlines }] });
  test.each([
    ['a card that is none', { type: 'Card', version: '1.4' }],
    ['an element that is none', card({ body: [{ type: 'Nonsense' }] })],
    ['a run without a text', runs({ type: 'TextRun' })],
    ['a color that is none', runs({ type: 'TextRun', text: 'x', color: 'Purple' })],
    ['a property too much', runs({ type: 'TextRun', text: 'x', wrap: true })],
    ['an action without an address', card({ actions: [{ type: 'Action.OpenUrl' }] })],
    ['a body that is no list', card({ body: { type: 'TextBlock', text: 'x' } })],
  ])('%s is found', (_what, wrong) => {
    expect(faultsOfCard(wrong)).not.toEqual([]);
  });
});

/** The card of a message, without the one property of it that Teams documents, and the schema of all hosts does not. */
function sentCard(message: MessageContent): object {
  const [{ content }] = teamsMessage(message, frame).attachments;
  const { msteams, ...card } = content;
  expect(msteams).toEqual({ width: 'Full' });
  return card;
}

const isCard = compiled();

function compiled() {
  const file = `${import.meta.dirname}/testing/adaptive-card-1.4.0.schema.json`;
  const { id, ...schema } = JSON.parse(readFileSync(file, 'utf8')) as { id: string }; // as published
  // Draft 6 with the `id` of drafts before it, and words of its own such as `version`.
  const ajv = new Ajv({ strict: false, allErrors: false });
  addFormats.default(ajv);
  ajv.addMetaSchema(draft6);
  return ajv.compile({ ...schema, $id: id });
}

function faultsOfCard(card: object): string[] {
  if (isCard(card)) return [];
  return (isCard.errors ?? []).map(
    ({ instancePath, message = '' }) => `${instancePath} ${message}`,
  );
}
