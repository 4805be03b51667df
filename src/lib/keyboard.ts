/** A keyboard shortcut, with its words in the shortcut sheet. */
export interface Shortcut {
  /** One key (`/`, `j`, `Enter`), one with the platform's modifier (`mod+k`), or two in a row (`g i`). */
  readonly keys: string;
  readonly label: string;
  /** The heading it stands under in the shortcut sheet. */
  readonly group?: string;
  readonly run: () => void;
  /** Also while a field or a dialog has the focus. */
  readonly always?: boolean;
}

/** The part of a keyboard event that names a key. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'metaKey' | 'ctrlKey' | 'altKey'>;

/** Writes a key press as shortcuts do: `mod+k` for both ⌘K and Ctrl K, `?` for whatever types it. */
export function strokeOf({ key, metaKey, ctrlKey, altKey }: KeyPress): string {
  const mod = metaKey || ctrlKey;
  const name = mod && key.length === 1 ? key.toLowerCase() : key;
  return `${mod ? 'mod+' : ''}${altKey ? 'alt+' : ''}${name}`;
}

/** Finds the shortcut that a stroke completes, two-key ones first; among equals the last one added. */
export function findShortcut<T extends Pick<Shortcut, 'keys'>>(
  shortcuts: readonly T[],
  stroke: string,
  previous: string | null,
): T | undefined {
  const withKeys = (keys: string) => shortcuts.findLast((shortcut) => shortcut.keys === keys);
  return (previous === null ? undefined : withKeys(`${previous} ${stroke}`)) ?? withKeys(stroke);
}

/** Where plain keys mean text or belong to an open dialog or menu, not to the page. */
const OWN_KEYS = [
  'input:not([type=checkbox]):not([type=radio]):not([type=button])',
  'textarea',
  'select',
  '[contenteditable=""]',
  '[contenteditable=true]',
  '[role=dialog]',
  '[role=alertdialog]',
  '[role=menu]',
  '[role=listbox]',
  // A list of choices that is closed: letters choose.
  '[role=combobox]',
].join(',');

/** Where the arrows choose, though other keys mean the page. */
const OWN_ARROWS = ['input[type=radio]', '[role=tab]', '[role=radio]', '[role=slider]'].join(',');

/** Tells whether a key pressed here belongs to the element itself. `stroke` as {@link strokeOf} writes it. */
export function keepsKeys(target: EventTarget | null, stroke: string): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest(OWN_KEYS) !== null) return true;
  return stroke.startsWith('Arrow') && target.closest(OWN_ARROWS) !== null;
}

/** Tells whether a stroke is one letter, figure or sign and nothing held: what speech input types, and hands that slip. */
export function isPlainKey(stroke: string): boolean {
  return [...stroke].length === 1;
}

const ARROWS: ReadonlyMap<string, string> = new Map(
  Object.entries({ ArrowLeft: '←', ArrowRight: '→' }),
);

/** Splits the keys of a shortcut into caps: `['⌘', 'K']`, `['Ctrl', 'K']`, `['g', 'i']`. */
export function keyCaps(keys: string, apple: boolean): string[] {
  return keys.split(/[ ]|(?<=mod|alt)\+/).map((key, _, all) => {
    if (key === 'mod') return apple ? '⌘' : 'Ctrl';
    if (key === 'alt') return apple ? '⌥' : 'Alt';
    return all.includes('mod') ? key.toUpperCase() : (ARROWS.get(key) ?? key);
  });
}
