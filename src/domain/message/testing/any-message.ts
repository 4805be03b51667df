import fc from 'fast-check';
import { parseDay } from '@/domain/eol/calendar';
import { EVIDENCE_DEGREES } from '@/domain/evidence/degree';
import { type MessageContent, messageContent } from '../content';
import { MESSAGE_KINDS } from '../kinds';

/** Texts as people and scanners write them, and as somebody does who wants to break something. */
const nasty = fc.constantFrom(
  '<!channel>',
  '&'.repeat(300),
  '"'.repeat(300),
  '\n\n',
  ' ',
  '🧨'.repeat(150),
);
export const anyText = (maxLength: number) =>
  fc
    .oneof(fc.string({ unit: 'grapheme', maxLength }), nasty)
    .map((one) => one.replaceAll('\0', '').slice(0, maxLength).toWellFormed());
const filled = (maxLength: number) => anyText(maxLength).map((one) => (one === '' ? 'x' : one));
const path = fc.constantFrom(
  '/',
  '/images?q=a%26b',
  `/x?q=${'|'.repeat(900)}`,
  `/y?${'"'.repeat(990)}`,
);
const day = fc.constantFrom(null, parseDay('2026-07-11'));
const orNull = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null });
const count = fc.nat({ max: 10_000 });
const places = fc.record({
  ...{ images: count, projects: count },
  named: fc.array(filled(255), { maxLength: 5 }),
});
const item = fc.record({
  key: fc.string({ minLength: 1, maxLength: 255 }).map((key) => key.replaceAll('\0', '-')),
  isSolved: fc.boolean(),
  ...{ what: filled(300), detail: orNull(anyText(300)), where: orNull(places) },
  ...{ since: day, until: day, moveTo: orNull(anyText(300)), path: orNull(path) },
  change: orNull(fc.record({ from: day, to: day, by: filled(255) })),
  evidence: orNull(fc.constantFrom(...EVIDENCE_DEGREES)),
  teamId: orNull(fc.uuid()),
  ask: orNull(fc.record({ name: filled(255), email: fc.constantFrom(null, 'ada@example.com') })),
});

/** Any message, as hard on its receivers as it can be. */
export const anyMessage: fc.Arbitrary<MessageContent> = fc
  .record({
    kind: fc.constantFrom(...MESSAGE_KINDS),
    severity: fc.constantFrom('info' as const, 'warning' as const, 'critical' as const),
    ...{ title: filled(300), summary: anyText(1_000), items: fc.array(item, { maxLength: 50 }) },
    more: count,
    links: fc.array(fc.record({ label: filled(300), path }), { maxLength: 5 }),
  })
  .map(({ more, ...rest }) => messageContent.parse({ ...rest, total: rest.items.length + more }));
