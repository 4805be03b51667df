/** For how long what moves on a page counts as moved by what was read again. */
const WATCHED_MS = 2_000;
const FADES_IN_MS = 1_600;

/**
 * Lets the numbers that move from now on light up and fade, so that one sees which did. Who asks for less motion sees them
 * change and nothing more.
 */
export function tintWhatMoves(): void {
  const main = document.querySelector('main');
  if (!main || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const observer = new MutationObserver((moves) => {
    for (const { target } of moves) tint(target);
  });
  observer.observe(main, { characterData: true, subtree: true });
  window.setTimeout(() => observer.disconnect(), WATCHED_MS);
}

function tint({ parentElement: element, nodeValue }: Node): void {
  // Times ago move by themselves.
  if (!element || element.closest('time, [aria-live], [role=status]')) return;
  if (!/\d/.test(nodeValue ?? '')) return;
  element.animate([{ backgroundColor: 'var(--accent-soft)' }, { backgroundColor: 'transparent' }], {
    ...{ duration: FADES_IN_MS, easing: 'ease-out' },
  });
}
