import type { ReactNode } from 'react';
import { Link } from '@/components/ui/link';
import { BottomBar } from './bottom-bar';
import { Mark } from './brand';
import type { NavItem } from './nav-items';
import { NavKeys, ShortcutSheet } from './shortcut-sheet';
import { SearchTrigger, PaletteProvider } from './palette-state';
import { Rail } from './rail';

export interface AppFrameProps {
  /** All navigation items, in their order. */
  items: readonly NavItem[];
  /** The first page, where the mark leads. */
  start: string;
  /** On top of the rail, and in the header where the rail has no room for words. */
  organization: ReactNode;
  /** At the right of the header. */
  account: ReactNode;
  /** The text of the search field in the header. */
  searchLabel: string;
  /** The `CommandPalette` with this reader's items. */
  palette?: ReactNode;
  /** Across the top of every page: what the reader has to know wherever they are. */
  notice?: ReactNode;
  /** Above the content on paper, where none of the frame is. */
  printHead?: ReactNode;
  children: ReactNode;
}

const MAIN_ID = 'main';

/** Frames every page: the rail, the header, the shortcuts, and on phones the bottom bar. */
export function AppFrame(props: AppFrameProps) {
  const items = props.items.filter((item) => item.available !== false);
  return (
    <PaletteProvider>
      <a
        href={`#${MAIN_ID}`}
        data-print="hide"
        className="fixed top-2 left-2 z-60 -translate-y-24 rounded-md bg-raised px-3 py-2 font-medium shadow-overlay focus:translate-y-0"
      >
        Skip to the content
      </a>
      <div className="flex min-h-dvh print:block">
        <Rail items={items} start={props.start} top={props.organization} />
        <div className="flex min-w-0 grow flex-col print:block">
          <header
            data-print="hide"
            className="sticky top-0 z-30 grid h-(--header-height) shrink-0 grid-cols-[fit-content(10.5rem)_minmax(0,1fr)_auto] items-center gap-2 border-b bg-canvas px-3 sm:grid-cols-[minmax(10rem,1fr)_minmax(0,28rem)_minmax(auto,1fr)] sm:gap-3 sm:px-6"
          >
            <div className="flex min-w-0 items-center gap-2">
              <Link href={props.start} className="flex shrink-0 rounded-md sm:hidden">
                <Mark />
                <span className="sr-only">Eventide</span>
              </Link>
              <div className="min-w-0 lg:hidden">{props.organization}</div>
            </div>
            <SearchTrigger label={props.searchLabel} />
            <div className="flex items-center justify-end gap-1">{props.account}</div>
          </header>
          <div data-print="hide" className="contents">
            {props.notice}
          </div>
          <main
            id={MAIN_ID}
            tabIndex={-1}
            className="mx-auto w-full max-w-[120rem] grow px-4 pt-5 pb-[calc(var(--bottom-bar-height)+2rem)] outline-none sm:px-6 sm:pb-10 print:px-2 print:py-0"
          >
            {props.printHead}
            {props.children}
          </main>
        </div>
      </div>
      <BottomBar items={items} />
      <NavKeys items={items.map(({ href, label, keys }) => ({ href, label, keys }))} />
      <ShortcutSheet />
      {props.palette}
    </PaletteProvider>
  );
}
