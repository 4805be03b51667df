/** The part of a mouse event that says how a link was pressed. */
export interface Press {
  readonly button: number;
  readonly metaKey: boolean;
  readonly ctrlKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  preventDefault: () => void;
}

/** Tells whether a press follows the link in this tab, and does not open a new tab, a window or a download. */
export function isPlainPress(event: Press): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

/** Makes an `onClick` for a link that does `act` instead of going there; other presses stay the browser's. */
export function insteadOfGoing(
  act: (() => void) | undefined,
): ((event: Press) => void) | undefined {
  if (!act) return undefined;
  return (event) => {
    if (!isPlainPress(event)) return;
    event.preventDefault();
    act();
  };
}

const OWN_PRESS = 'a, button, input, label, select, textarea, [role=menuitem]';

/**
 * Reads a press on a row: go to the row, open it in a tab of its own, or nothing, since the
 * press was on something else in the row, or ended a selection of text.
 */
export function meaningOfPress(
  event: Pick<
    MouseEvent,
    'target' | 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey' | 'preventDefault'
  >,
): 'go' | 'tab' | 'nothing' {
  if (event.target instanceof Element && event.target.closest(OWN_PRESS)) return 'nothing';
  if (window.getSelection()?.type === 'Range') return 'nothing';
  if (isPlainPress(event)) return 'go';
  return event.button === 1 || event.metaKey || event.ctrlKey ? 'tab' : 'nothing';
}
