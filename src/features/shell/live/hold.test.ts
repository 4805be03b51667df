import { describe, expect, it } from 'vitest';
import { holdRows } from './hold';

const row = (id: string, count = 1) => ({ id, count });
const page = (...items: readonly { readonly id: string }[]) => ({ total: items.length, items });

describe('an answer that was read again', () => {
  it('shows the values of now where its rows are the same', () => {
    const fresh = page(row('a', 2), row('b'));
    const held = holdRows(page(row('a'), row('b')), fresh);
    expect(held).toEqual({ data: fresh, isHeld: false, added: 0 });
  });

  it('shows what comes after all others, and the first that comes at all', () => {
    const fresh = page(row('a'), row('b'));
    expect(holdRows(page(row('a')), fresh).data).toEqual(fresh);
    expect(holdRows(page(), fresh).data).toEqual(fresh);
  });

  it('keeps its rows where they are, with the values of now, and counts those that it lacks', () => {
    const held = holdRows(
      page(row('a'), row('b')),
      page(row('c'), row('d'), row('b', 5), row('a')),
    );
    expect(held).toEqual({
      data: { total: 4, items: [row('a'), row('b', 5)] },
      ...{ isHeld: true, added: 2 },
    });
  });

  it('keeps a row that has gone, until the list is shown as it is', () => {
    const held = holdRows(page(row('a'), row('b')), page(row('b')));
    expect(held).toEqual({
      data: { total: 1, items: [row('a'), row('b')] },
      ...{ isHeld: true, added: 0 },
    });
  });

  it('tells groups apart by the first that is in them', () => {
    const group = (...ids: readonly string[]) => ({
      images: ids.length,
      software: ids.map((id) => row(id)),
    });
    const held = holdRows(
      { lines: [group('a'), group('b')] },
      { lines: [group('b', 'x'), group('a')] },
    );
    expect(held.data).toEqual({ lines: [group('a'), group('b', 'x')] });
  });

  it('shows what has no rows as it is now', () => {
    const points = [
      { day: '2026-11-01', ended: 1 },
      { day: '2026-11-02', ended: 3 },
    ];
    for (const fresh of [{ points }, points, 5, null]) {
      expect(holdRows({ points: points.slice(1) }, fresh)).toEqual({
        data: fresh,
        ...{ isHeld: false, added: 0 },
      });
    }
  });
});
