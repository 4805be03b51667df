import type { ReactNode } from 'react';
import { Link } from '@/components/ui/link';
import { Brand } from '@/components/layout/brand';
import { hrefs } from '@/features/hrefs';
import { DocsContents, DocsNav, DocsNeighbours, DocsPlace } from './nav';
import { OwnKeys, type KeyMaker } from './own-key';
import { DocsSearch } from './search';
import { titleOf, type DocsPage } from './sections';

export interface DocsFrameProps {
  /** Pages in the order of reading. */
  pages: readonly DocsPage[];
  /** Version of the server. */
  version: string;
  /** The reader, when they may make keys. */
  keyMaker: KeyMaker | null;
  children: ReactNode;
}

const MAIN_ID = 'main';

/** Frames a page of the documentation: list of pages, search, headings, neighbours. */
export function DocsFrame({ pages, version, keyMaker, children }: DocsFrameProps) {
  const entries = pages.map((page) => ({
    href: page.href,
    group: page.group,
    title: titleOf(page),
    headings: page.sections
      .filter(({ depth }) => depth === 2 || depth === 3)
      .map(({ id, title, depth }) => ({ id, title, depth })),
  }));
  return (
    <>
      <a
        href={`#${MAIN_ID}`}
        data-print="hide"
        className="fixed top-2 left-2 z-60 -translate-y-24 rounded-md bg-raised px-3 py-2 font-medium shadow-overlay focus:translate-y-0"
      >
        Skip to the content
      </a>
      <DocsHeader version={version}>
        <DocsSearch />
      </DocsHeader>
      <div className="mx-auto grid max-w-[82rem] grid-cols-[minmax(0,1fr)] gap-x-12 px-4 py-6 sm:px-6 lg:grid-cols-[12rem_minmax(0,1fr)] xl:grid-cols-[12rem_minmax(0,48rem)_14rem] 2xl:max-w-[86rem] 2xl:grid-cols-[15rem_minmax(0,48rem)_14rem] print:block print:p-0">
        <div
          data-print="hide"
          className="min-w-0 lg:sticky lg:top-[calc(var(--header-height)+1.5rem)] lg:max-h-[calc(100dvh-6rem)] lg:self-start lg:overflow-y-auto"
        >
          <details className="rounded-md border bg-surface px-3 py-2 lg:hidden">
            <summary className="font-medium">
              <DocsPlace pages={entries} />
            </summary>
            <DocsNav pages={entries} label="Pages of the documentation" />
          </details>
          <div className="max-lg:hidden">
            <DocsNav pages={entries} label="Documentation" />
          </div>
        </div>
        <main
          id={MAIN_ID}
          tabIndex={-1}
          className="max-w-3xl min-w-0 pt-4 pb-16 outline-none lg:pt-0"
        >
          <article data-print="links" className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
            <OwnKeys maker={keyMaker}>{children}</OwnKeys>
          </article>
          <DocsNeighbours pages={entries} />
        </main>
        <div
          data-print="hide"
          className="min-w-0 max-xl:hidden xl:sticky xl:top-[calc(var(--header-height)+1.5rem)] xl:max-h-[calc(100dvh-6rem)] xl:self-start xl:overflow-y-auto"
        >
          <DocsContents pages={entries} />
        </div>
      </div>
    </>
  );
}

/** Heads the documentation and the reference of the API: the way home, search, the way back to the dashboard. */
export function DocsHeader({ version, children }: Pick<DocsFrameProps, 'version' | 'children'>) {
  return (
    <header
      data-print="hide"
      className="sticky top-0 z-30 flex h-(--header-height) items-center gap-3 border-b bg-canvas px-4 sm:gap-4 sm:px-6"
    >
      <Link
        href={hrefs.docs.start}
        className="flex shrink-0 items-center gap-1.5 rounded-md tracking-tight"
      >
        <Brand />
        <span className="text-muted max-sm:hidden"> documentation</span>
      </Link>
      <span className="shrink-0 text-xs text-muted tabular-nums max-sm:hidden">{version}</span>
      <div className="flex min-w-0 grow justify-center">{children}</div>
      <Link
        href={hrefs.start}
        prefetch={false}
        className="shrink-0 rounded-sm text-muted hover:text-fg"
      >
        Dashboard
      </Link>
    </header>
  );
}
