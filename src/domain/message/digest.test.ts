import { describe, expect, it } from 'vitest';
import { day } from '@/domain/catalog/check/testing/matches';
import { identityOf } from '@/domain/identifiers/identity';
import {
  asListed,
  itemOf,
  MAX_ITEMS,
  MAX_KEPT_ITEMS,
  type MessageContent,
  messageContent,
  type MessageItem,
} from './content';
import { digestOf, digestsOf, knownSubjectOf, toldBy } from './digest';
import { fullMessage } from './testing/messages';

type Known = Partial<MessageItem>;

const item = (what: string, more: Known = {}) => itemOf({ key: `${what}/payments`, what, ...more });
function said(kind: MessageContent['kind'], items: MessageItem[], more: object = {}) {
  return fullMessage({ kind, items, total: items.length, links: [], ...more });
}
const ends = (...items: MessageItem[]) => said('support.ends', items);
const dayOrNone = (text: string | null) => (text === null ? null : day(text));
const moved = (from: string | null, to: string | null, more: Known = {}) =>
  said('date.changed', [
    item('Debian 10', {
      change: { from: dayOrNone(from), to: dayOrNone(to), by: 'endoflife.date' },
      ...more,
    }),
  ]);
const denied = (image: string, more: Known = {}) =>
  said(
    'build.denied',
    [
      item('Debian 10', {
        detail: 'It has ended',
        where: { images: 1, projects: 1, named: [image] },
        path: `/images/${image}`,
        ...more,
      }),
    ],
    { severity: 'critical' },
  );

const at = (...messages: MessageContent[]) => messages.map((content) => ({ content }));
/** What whoever was told some messages at some moments knows. */
function known(...said: (readonly [string, ...MessageContent[]])[]) {
  const told = new Map<string, { state: string; at: Date }>();
  for (const [time, ...messages] of said) {
    for (const { subject, state } of toldBy(at(...messages))) {
      if (state === null) told.delete(subject);
      else told.set(subject, { state, at: new Date(time) });
    }
  }
  return told;
}
const MONDAY = '2026-11-23T12:00:00Z';
const TUESDAY = '2026-11-24T12:00:00Z';
const WEDNESDAY = '2026-11-25T12:00:00Z';

function daily(messages: MessageContent[], before: MessageContent[] = []) {
  const told = known([MONDAY, ...before]);
  const digest = digestOf(at(...messages), { tempo: 'daily', told });
  return digest && messageContent.parse(digest);
}

describe('a digest', () => {
  it('says of each thing how it is now, and once', () => {
    const digest = daily([
      ends(item('Debian 10', { until: day('2026-12-31') }), item('Node.js 20')),
      ends(item('Debian 10', { until: day('2026-12-01') })),
    ]);
    expect(digest).toMatchObject({
      ...{ kind: 'digest', title: 'Daily digest: 2 to look at', total: 2 },
      summary: 'What came together: Support ends (2).',
    });
    expect(digest?.items.map(({ what, until }) => [what, until])).toEqual([
      ['Debian 10', '2026-12-01'],
      ['Node.js 20', null],
    ]);
  });

  it('is none where nothing was said', () => {
    expect(daily([])).toBeNull();
  });

  it('keeps what two owners have of one piece of software apart, and what is one owner’s together', () => {
    const ask = (name: string) => ({ ask: { name, email: null } });
    const digest = daily([
      ends(
        item('Debian 10', { key: 'debian/10/nobody' }),
        item('Debian 10', { key: 'debian/10/b', ...ask('Shop') }),
        item('Debian 10', { key: 'debian/10/a', ...ask('Payments') }),
        item('Node.js 20', { key: 'node/20/b', ...ask('Shop') }),
      ),
    ]);
    expect(digest?.items.map(({ key }) => key)).toEqual([
      ...['debian/10/a', 'debian/10/b', 'node/20/b', 'debian/10/nobody'],
    ]);
  });

  it('leaves out what came and went within the period', () => {
    expect(
      daily([ends(item('Debian 10')), ends(item('Debian 10', { isSolved: true }))]),
    ).toBeNull();
  });

  it('says that something is solved to whoever was told of it, whatever was said in between', () => {
    const solved = ends(item('Debian 10', { isSolved: true }));
    const nearer = ends(item('Debian 10', { until: day('2026-12-01') }));
    expect(daily([nearer, solved], [ends(item('Debian 10'))])).toMatchObject({
      ...{ title: 'Daily digest: 1 solved', severity: 'info' },
      items: [{ isSolved: true }],
    });
    // Nobody knows whether it was said before notes were taken.
    expect(daily([solved])?.items).toHaveLength(1);
  });

  it('leaves out what its reader was told just so', () => {
    const before = ends(item('Debian 10', { until: day('2026-12-31') }));
    const where = { images: 12, projects: 3, named: [] };
    expect(
      daily([ends(item('Debian 10', { until: day('2026-12-31'), where }))], [before]),
    ).toBeNull();
    expect(daily([ends(item('Debian 10', { until: day('2026-12-30') }))], [before])).not.toBeNull();
  });

  it.each(['support.ends', 'waiver.ending', 'key.expiring', 'contract.ending'] as const)(
    'says %s again that came nearer since it was told, though it is called the same',
    (kind) => {
      const staged = (stage: string | null) =>
        said(kind, [item('Debian 10', { until: day('2026-12-31'), stage })]);
      const told = known([TUESDAY, staged('90')]);
      const at = (time: string, ...stages: (string | null)[]) =>
        digestOf(
          stages.map((stage) => ({ content: staged(stage), at: new Date(time) })),
          { tempo: 'daily', told },
        );
      expect(at(WEDNESDAY, '30')).not.toBeNull();
      // At once by another rule, or in another digest; or it went, or moved, and came back within the period.
      expect([at(TUESDAY, '90'), at(WEDNESDAY, '90')]).toEqual([null, null]);
      const solved = said(kind, [item('Debian 10', { isSolved: true })]);
      const back = [staged('90'), solved, staged('90')].map((content) => ({
        ...{ content, at: new Date(WEDNESDAY) },
      }));
      expect(digestOf(back, { tempo: 'daily', told })).toBeNull();
    },
  );

  it('knows what was told by a release that knew of no stages', () => {
    const message = said('plan.overdue', [item('Debian 10')]);
    const state = identityOf(JSON.stringify(['Debian 10', null, null, null, undefined, null]));
    expect(toldBy(at(message))[0]?.state).toBe(state);
  });

  it('leaves out what is not said for its own sake again', () => {
    const message = said('plan.overdue', [item('Debian 10')]);
    const told = known([TUESDAY, message]);
    expect(
      digestOf([{ content: message, at: new Date(WEDNESDAY) }], { tempo: 'daily', told }),
    ).toBeNull();
  });

  it('makes one of two changes of a date, and none of one that was taken back', () => {
    const [first, second] = [moved('2028-01-01', '2027-01-01'), moved('2027-01-01', '2026-12-01')];
    expect(daily([first, second])?.items[0]?.change).toEqual({
      ...{ from: '2028-01-01', to: '2026-12-01', by: 'endoflife.date' },
    });
    expect(daily([first, moved('2027-01-01', '2028-01-01')])).toBeNull();
    expect(daily([moved(null, '2027-01-01'), moved('2027-01-01', null)])).toBeNull();
  });

  it('joins what messages of several kinds say of one thing, as open as any of them', () => {
    const digest = daily([
      moved('2028-01-01', '2027-01-01'),
      ends(item('Debian 10', { until: day('2027-01-01') })),
      denied('shop:1'),
      denied('shop:1', { isSolved: true }),
    ]);
    expect(digest?.items).toMatchObject([
      {
        ...{ isSolved: false, until: '2027-01-01', detail: null },
        change: { from: '2028-01-01', to: '2027-01-01' },
      },
    ]);
  });

  it('names each image that was denied', () => {
    const digest = daily([denied('shop:1'), denied('billing:2'), denied('shop:1')]);
    expect(digest).toMatchObject({
      severity: 'critical',
      items: [{ detail: 'Denied in 2 images: shop:1, billing:2', where: null, path: null }],
    });
    expect(daily([denied('shop:1')])?.items).toMatchObject([
      { detail: 'It has ended', where: { named: ['shop:1'] }, path: '/images/shop:1' },
    ]);
  });

  it('names an image that is denied again once its software was let through', () => {
    const over = denied('billing:2', { isSolved: true });
    const again = (image: string, ...said: Parameters<typeof known>) =>
      digestOf([{ content: denied(image), at: new Date(WEDNESDAY) }], {
        ...{ tempo: 'daily', told: known(...said) },
      });
    const both = [MONDAY, denied('shop:1'), denied('billing:2')] as const;
    const first = again('shop:1');
    expect(first).not.toBeNull();
    expect(again('shop:1', both, [WEDNESDAY, denied('shop:1')])).toBeNull();
    expect(again('shop:1', both, [TUESDAY, over])).toEqual(first);
    // That the other one is, too, was told in between.
    expect(again('shop:1', both, [TUESDAY, over], [TUESDAY, denied('billing:2')])).toEqual(first);
  });

  it('says of what was denied and is over nothing, or that it is over', () => {
    const messages = [
      denied('shop:1'),
      denied('billing:2'),
      denied('billing:2', { isSolved: true, detail: 'The last was billing:2', where: null }),
    ];
    expect(daily(messages)).toBeNull();
    expect(daily(messages, [denied('other:1')])).toMatchObject({
      ...{ title: 'Daily digest: 1 solved', severity: 'info' },
      summary: 'What came together: Denied builds (1).',
      items: [{ isSolved: true, detail: 'The last was billing:2', path: '/images/billing:2' }],
    });
    // Denied again, it is open: of the one image.
    expect(daily([...messages, denied('shop:1')])?.items).toMatchObject([
      { isSolved: false, where: { named: ['shop:1'] } },
    ]);
  });

  it('keeps the ends of several waivers of one piece of software', () => {
    const waiver = (id: string, more: Known) =>
      said('waiver.ending', [item('Debian 10', { path: `/waivers/${id}`, ...more })]);
    const digest = daily([
      waiver('1', { detail: 'Waived in pay', until: day('2026-12-01') }),
      waiver('2', { detail: 'Waived in shop', until: day('2026-12-20') }),
    ]);
    expect(digest?.items).toMatchObject([
      { detail: 'Waived in pay. Waived in shop', until: '2026-12-01', where: null, path: null },
    ]);
  });

  it('has what lists nothing as well', () => {
    const digest = daily([
      said('support.ends', [], { title: 'Something', summary: 'Because', total: 0 }),
    ]);
    expect(digest?.items).toMatchObject([{ what: 'Something', detail: 'Because' }]);
  });

  it('lists the most important, and counts the rest', () => {
    const many = Array.from({ length: MAX_ITEMS }, (_, at) => item(`Thing ${String(at)}`));
    const worst = said('support.ends', [item('Worst')], { severity: 'critical' });
    const digest = daily([said('support.ends', many, { total: 60, severity: 'info' }), worst]);
    expect(digest?.items).toHaveLength(MAX_ITEMS);
    expect(digest?.items.map(({ what }) => what)).toContain('Worst');
    expect(digest?.total).toBe(61);
  });
});

describe('the digests of a channel', () => {
  const things = (count: number, more: Known = {}) =>
    Array.from({ length: count }, (_, at) => item(`Thing ${String(at)}`, more));
  const ours = { name: 'Payments', email: null };
  const over = (count: number) =>
    Array.from({ length: count }, (_, at) => item(`Gone ${String(at)}`, { isSolved: true }));
  const weekly = (messages: MessageContent[], before: MessageContent[]) =>
    digestsOf(at(...messages), {
      ...{ tempo: 'weekly', told: known([MONDAY, ...before]), isNoted: true },
    }).map((content) => messageContent.parse(content));

  it('keep all that is noted as told: what is solved, and what is beyond what a reader is listed', () => {
    const gone = over(2);
    const before = ends(...gone.map((one) => ({ ...one, isSolved: false })));
    const messages = [ends(...things(60)), ends(...gone)];
    const [digest, ...others] = weekly(messages, [before]);
    if (!digest) throw new Error('There is a digest');
    expect(others).toEqual([]);
    expect(digest).toMatchObject({ title: 'Weekly digest: 60 to look at, 2 solved', total: 62 });
    expect(digest.items).toHaveLength(62);
    const listed = asListed(digest).items;
    expect(listed).toHaveLength(MAX_ITEMS);
    expect(listed.filter(({ isSolved }) => isSolved)).toHaveLength(2);
    // Said once: the next has nothing of it.
    expect(weekly(messages, [before, ...messages])).toEqual([]);
  });

  it('list the most important, with what one team is to do together', () => {
    const later = things(60, { until: day('2027-12-31') });
    const sooner = [ours, null, ours].map((ask, at) =>
      item(`Soon ${String(at)}`, { ask, until: day('2026-12-01') }),
    );
    const [digest] = weekly([ends(...later, ...sooner)], []);
    const named = digest && asListed(digest).items.map(({ what }) => what);
    expect(named?.slice(0, 3)).toEqual(['Soon 0', 'Soon 2', 'Soon 1']);
    expect(named).toHaveLength(MAX_ITEMS);
  });

  it('are as many as keep all of it', () => {
    const [many, gone] = [things(MAX_KEPT_ITEMS), over(3)];
    const before = ends(...gone.map((one) => ({ ...one, isSolved: false })));
    const said = [ends(...many.slice(0, 600)), ends(...many.slice(600)), ends(...gone)];
    const digests = weekly(said, [before]);
    expect(digests.map(({ title, total }) => [title, total])).toEqual([
      ['Weekly digest: 1000 to look at', MAX_KEPT_ITEMS],
      ['Weekly digest: 3 solved', 3],
    ]);
    const kept = digests.flatMap(({ items }) => items.map(({ key }) => key));
    expect(new Set(kept)).toEqual(new Set([...many, ...gone].map(({ key }) => key)));
  });
});

describe('what is told', () => {
  it('names each subject once, and is open while any image is denied', () => {
    const over = said('build.denied', [item('Debian 10', { isSolved: true, path: '/software' })]);
    const [shop, billing] = [denied('shop:1'), denied('billing:2')];
    const of = (...messages: MessageContent[]) => {
      const told = toldBy(at(...messages));
      expect(new Set(told.map(({ subject }) => subject)).size).toBe(told.length);
      return new Map(told.map(({ subject, state }) => [subject, state]));
    };
    const subject = knownSubjectOf('build.denied', item('Debian 10'));
    for (const messages of [
      [shop, billing],
      [over, shop],
      [shop, over, billing],
    ]) {
      expect(of(...messages).get(subject)).toEqual(expect.any(String));
    }
    expect(of(shop, over).get(subject)).toBeNull();
    // Over is all that was said of it until then.
    expect([...of(shop, billing, over).values()]).toEqual([null, null, null, null]);
  });
});
