/** Pages on which something is written or set: they are left alone. */
const WRITING =
  /^\/(?:settings|check|operator)(?:\/|$)|\/(?:new|edit|change|import|file|rules)$|^\/policies\/[0-9a-f-]{36}$/;

/**
 * Tells whether the reader is at something that would suffer if the page moved, or was left: a dialog or a menu is open, they
 * fill a form or have written a text, or they have marked some. The words of a search are no form: the list below it moves by
 * itself anyway.
 */
export function isReaderBusy(): boolean {
  if (WRITING.test(window.location.pathname)) return true;
  if (document.querySelector('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'))
    return true;
  if (document.getSelection()?.type === 'Range') return true;
  // Whoever has written half of it may have the focus elsewhere by now.
  const texts = [...document.querySelectorAll('textarea')];
  if (texts.some(({ value }) => value.trim() !== '')) return true;
  return Boolean(document.activeElement?.closest('form:not([role=search]), textarea'));
}
