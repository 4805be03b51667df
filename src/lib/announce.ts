/** Marks the page's one live region, which `RootDocument` renders. */
export const ANNOUNCER_ID = 'announcer';

/**
 * Announces a text to screen readers. One region for all: a live region inside a control would make
 * an open dialog leave that control half hidden behind it.
 */
export function announce(text: string): void {
  const region = document.getElementById(ANNOUNCER_ID);
  if (region) region.textContent = text;
}
