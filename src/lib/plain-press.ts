/** The part of a mouse event that says how a link was pressed. */
export interface Press {
  readonly button: number;
  readonly metaKey: boolean;
  readonly ctrlKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  preventDefault: () => void;
}

/** Whether a press asks for the place itself, not for a new tab, a window or a download. */
export function isPlainPress(event: Press): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

/** An `onClick` for a link that does `act` instead of going there; other presses stay the browser's. */
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
