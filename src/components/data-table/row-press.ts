import { isPlainPress } from '@/lib/plain-press';

const OWN_PRESS = 'a, button, input, label, select, textarea, [role=menuitem]';

/**
 * What a press on a row means: go to the row, open it in a tab of its own, or nothing, since the
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
