/** Pages on which something is written or set: they are left alone. */
const WRITING =
  /^\/(?:settings|check|operator)(?:\/|$)|\/(?:new|edit|change|import|file|rules)$|^\/policies\/[0-9a-f-]{36}$/;
/** Pages of one thing, which the server writes. */
const RECORD = /^\/(?:images|projects|software|clusters|plans)\/[0-9a-f-]{36}$/;

/** Tells whether the server writes the page with this path, and not what it asks for in the browser. */
export function isRecordPage(path: string): boolean {
  return RECORD.test(path);
}

/**
 * Tells whether the reader is at something that would suffer if the page moved: a dialog or a menu is open, they fill a form,
 * or they have marked some text. The words of a search are no form: the list below it moves by itself anyway.
 */
export function isReaderBusy(): boolean {
  if (WRITING.test(window.location.pathname)) return true;
  if (document.querySelector('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'))
    return true;
  if (document.getSelection()?.type === 'Range') return true;
  return Boolean(document.activeElement?.closest('form:not([role=search]), textarea'));
}
