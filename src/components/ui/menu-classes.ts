/** The look that menus, selects and popovers share. */
export const MENU_CLASS =
  'z-50 min-w-40 animate-rise-in overflow-y-auto rounded-md bg-raised p-1 text-sm text-fg shadow-overlay';

export const MENU_ITEM_CLASS =
  'relative flex min-h-8 cursor-default items-center gap-2 rounded-sm px-2 py-1 outline-none select-none data-disabled:text-subtle data-highlighted:bg-hover pointer-coarse:min-h-10 [&_svg]:size-4 [&_svg]:shrink-0';
