/** The look that menus, selects and popovers share. */
export const MENU_CLASS =
  'z-50 min-w-40 animate-rise-in overflow-y-auto rounded-md bg-raised p-1 text-sm text-fg shadow-overlay';

/**
 * Marks the choice that Enter takes. An outline, as the ground alone is next to no mark: on a menu the two differ by one
 * step of 255 in the dark, and where the system chooses the colours all grounds are the same.
 */
export const HIGHLIGHT_CLASS =
  'outline-none data-highlighted:bg-hover data-highlighted:outline-2 data-highlighted:-outline-offset-2 data-highlighted:outline-accent-text data-highlighted:outline-solid';

export const MENU_ITEM_CLASS = `relative flex min-h-8 cursor-default items-center gap-2 rounded-sm px-2 py-1 select-none data-disabled:text-subtle pointer-coarse:min-h-10 [&_svg]:size-4 [&_svg]:shrink-0 ${HIGHLIGHT_CLASS}`;
