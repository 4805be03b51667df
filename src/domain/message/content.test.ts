import { describe, expect, it } from 'vitest';
import {
  asListed,
  asName,
  itemOf,
  MAX_ITEMS,
  MAX_KEPT_ITEMS,
  messageContent,
  ofOneProject,
} from './content';
import { fullMessage } from './testing/messages';

describe('what a message says', () => {
  it('is read back as it was written', () => {
    const message = fullMessage();
    expect(messageContent.parse(JSON.parse(JSON.stringify(message)))).toEqual(message);
  });

  it('is read back from before items had an owner', () => {
    const { teamId: _, ...item } = itemOf({ key: 'a', what: 'a' });
    const stored = { ...fullMessage(), items: [item] };
    expect(messageContent.parse(stored).items[0]?.teamId).toBeNull();
  });

  it('is bounded', () => {
    const item = itemOf({ key: 'a', what: 'a' });
    const many = Array.from({ length: MAX_KEPT_ITEMS + 1 }, () => item);
    expect(messageContent.safeParse(fullMessage({ items: many, total: many.length })).success).toBe(
      false,
    );
    expect(messageContent.safeParse(fullMessage({ title: 'x'.repeat(301) })).success).toBe(false);
    expect(messageContent.safeParse(fullMessage({ total: 0 })).success).toBe(false);
  });

  it('lists the first items to its receiver, and counts all', () => {
    const items = Array.from({ length: MAX_ITEMS + 1 }, (_, at) =>
      itemOf({ key: String(at), what: 'a' }),
    );
    const listed = asListed(messageContent.parse(fullMessage({ items, total: items.length })));
    expect(listed).toMatchObject({ total: MAX_ITEMS + 1 });
    expect(listed.items).toEqual(items.slice(0, MAX_ITEMS));
  });

  it('lists what is solved, however much is not', () => {
    const open = Array.from({ length: 60 }, (_, at) =>
      itemOf({ key: `o${String(at)}`, what: 'a' }),
    );
    const solved = open.map((one) => ({ ...one, key: `s${one.key}`, isSolved: true }));
    const listed = (some: number) => {
      const items = [...open, ...solved.slice(0, some)];
      return asListed(messageContent.parse(fullMessage({ items, total: 200 }))).items;
    };
    for (const some of [0, 5, 25, 60]) {
      expect(listed(some)).toHaveLength(MAX_ITEMS);
      expect(listed(some).filter(({ isSolved }) => isSolved)).toHaveLength(Math.min(some, 25));
    }
  });

  it.each(['https://evil.example/', '//evil.example/', '/\\evil.example', 'software', '/a b', ''])(
    'leads nowhere but to the dashboard: not to %j',
    (path) => {
      const links = [{ label: 'x', path }];
      expect(messageContent.safeParse(fullMessage({ links })).success).toBe(false);
    },
  );
});

describe('names in a message', () => {
  it.each([
    ['shop', 'shop'],
    // As of an image whose scanner was told no name.
    ['', '–'],
    ['x'.repeat(300), 'x'.repeat(255)],
    [`${'x'.repeat(254)}😀`, `${'x'.repeat(254)}\ufffd`],
    ['a\0b', 'ab'],
  ])('%j is taken as %j', (name, taken) => {
    expect(asName(name)).toBe(taken);
    const where = { images: 1, projects: 1, named: [asName(name)] };
    const items = [
      itemOf({ key: 'a', what: 'a', where, ask: { name: asName(name), email: null } }),
    ];
    expect(messageContent.parse(fullMessage({ items, total: 1 })).items).toEqual(items);
  });

  it.each([
    ['shop', 'shop'],
    ['x'.repeat(8_192), 'x'.repeat(8_192)],
    // As a document can name what it is of.
    ['x'.repeat(16_385), null],
  ])('a project is told as long as a message takes its name', (name, project) => {
    const items = [itemOf({ key: 'a', what: 'a', ...ofOneProject(name) })];
    expect(messageContent.parse(fullMessage({ items, total: 1 })).items[0]?.project).toBe(project);
  });
});
