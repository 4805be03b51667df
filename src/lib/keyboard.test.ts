import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findShortcut, isPlainKey, keepsKeys, keyCaps, strokeOf } from './keyboard';

const press = (
  key: string,
  held: Partial<Record<'metaKey' | 'ctrlKey' | 'altKey', boolean>> = {},
) => ({
  key,
  metaKey: false,
  ctrlKey: false,
  altKey: false,
  ...held,
});

describe('strokeOf', () => {
  it.each([
    [press('j'), 'j'],
    [press('?'), '?'],
    [press('K', { metaKey: true }), 'mod+k'],
    [press('k', { ctrlKey: true }), 'mod+k'],
    [press('Enter', { altKey: true }), 'alt+Enter'],
  ])('%o is %s', (event, stroke) => {
    expect(strokeOf(event)).toBe(stroke);
  });
});

it.each([
  ['e', true],
  ['J', true],
  ['?', true],
  ['Escape', false],
  ['ArrowLeft', false],
  ['mod+k', false],
  ['alt+t', false],
])('%s is pressed by itself: %s', (stroke, is) => {
  expect(isPlainKey(stroke)).toBe(is);
});

describe('findShortcut', () => {
  const shortcuts = [
    { keys: 'i', id: 1 },
    { keys: 'g i', id: 2 },
    { keys: '/', id: 3 },
    { keys: '/', id: 4 },
  ];
  it.each([
    ['i', null, 1],
    ['i', 'g', 2],
    ['i', 'x', 1],
    ['/', null, 4],
    ['q', 'g', undefined],
  ])('%s after %s', (stroke, previous, id) => {
    expect(findShortcut(shortcuts, stroke, previous)?.id).toBe(id);
  });
});

describe('keyCaps', () => {
  it.each([
    ['mod+k', true, ['⌘', 'K']],
    ['mod+k', false, ['Ctrl', 'K']],
    ['alt+Enter', false, ['Alt', 'Enter']],
    ['g i', false, ['g', 'i']],
    ['/', true, ['/']],
    ['+', true, ['+']],
    ['ArrowLeft', true, ['←']],
  ])('%s', (keys, apple, caps) => {
    expect(keyCaps(keys, apple)).toEqual(caps);
  });
});

/** As much of an element as is asked: which of the selectors it or what is around it answers to. */
class Standing extends EventTarget {
  constructor(private readonly as: readonly string[]) {
    super();
  }
  closest(selectors: string): this | null {
    return selectors.split(',').some((selector) => this.as.includes(selector)) ? this : null;
  }
}

describe('keepsKeys', () => {
  beforeEach(() => {
    vi.stubGlobal('Element', Standing);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it.each([
    ['textarea', 'g', true],
    ['[role=dialog]', 'x', true],
    // A select that is closed: letters choose.
    ['[role=combobox]', 'g', true],
    ['[role=tab]', 'g', false],
    ['[role=tab]', 'ArrowLeft', true],
    ['button', 'g', false],
  ])('%s and %s: %s', (selector, stroke, kept) => {
    expect(keepsKeys(new Standing([selector]), stroke)).toBe(kept);
  });

  it('nothing where no element has the focus', () => {
    expect(keepsKeys(null, 'g')).toBe(false);
  });
});
