/**
 * Tells, inside a page, whether each control is React's, so that presses are answered. A page without scripts of the
 * application, such as a sign-on provider's, has none to wait for. What runs in a page names no function, as the
 * loader would call a helper of its own to keep the name.
 */
export function isInteractive(): boolean {
  if (!document.querySelector('script[src*="/_next/"]')) return true;
  const controls = [...document.querySelectorAll('a, button, input, select, textarea')];
  return (
    controls.length > 0 &&
    controls.every((element) => Object.keys(element).some((key) => key.startsWith('__reactProps$')))
  );
}
