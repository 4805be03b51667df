'use client';

import { useId } from 'react';
import { Link } from '@/components/ui/link';
import { usePathname } from 'next/navigation';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { hrefs } from '@/features/hrefs';
import { cn } from '@/lib/cn';

interface DocsEntry {
  readonly href: string;
  readonly title: string;
  /** The heading that it stands under; null: under none. */
  readonly group: string | null;
  readonly headings: readonly {
    readonly id: string;
    readonly title: string;
    readonly depth: number;
  }[];
}

interface DocsNavProps {
  pages: readonly DocsEntry[];
}

/** Page of the API, made from its document: looks different, but belongs to the list, under its last heading. */
const REFERENCE = { href: hrefs.docs.api, title: 'API reference' };

function useShownPage(pages: readonly DocsEntry[]): number {
  const path = usePathname().replace(/(.)\/$/, '$1');
  return pages.findIndex(({ href }) => href === path);
}

/** Lists all pages under their headings, and marks the one that is shown. */
export function DocsNav({ pages, label }: DocsNavProps & { label: string }) {
  const shown = pages[useShownPage(pages)]?.href;
  const reference = { ...REFERENCE, group: pages.at(-1)?.group ?? null };
  const groups = Map.groupBy([...pages, reference], ({ group }) => group);
  return (
    <nav aria-label={label} className="grid gap-3 py-1">
      {[...groups].map(([name, members]) => (
        <DocsGroup key={name} name={name} pages={members} shown={shown} />
      ))}
    </nav>
  );
}

interface DocsGroupProps {
  name: string | null;
  pages: readonly Pick<DocsEntry, 'href' | 'title'>[];
  /** The address of the page that is shown. */
  shown: string | undefined;
}

function DocsGroup({ name, pages, shown }: DocsGroupProps) {
  const id = useId();
  return (
    <div>
      {name !== null && (
        <p id={id} className="px-2 pb-0.5 text-xs font-medium text-subtle">
          {name}
        </p>
      )}
      <ul aria-labelledby={name === null ? undefined : id} className="grid gap-0.5">
        {pages.map(({ href, title }) => (
          <li key={href}>
            <Link
              href={href}
              prefetch={false}
              aria-current={href === shown ? 'page' : undefined}
              className={cn(
                'block rounded-sm px-2 py-1 hover:bg-hover pointer-coarse:py-2',
                href === shown ? 'bg-active font-medium' : 'text-muted',
              )}
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Labels the button that opens the list with the page that is shown. */
export function DocsPlace({ pages }: DocsNavProps) {
  const shown = pages[useShownPage(pages)];
  return (
    <>
      All pages{shown && <span className="font-normal text-muted"> · this one: {shown.title}</span>}
    </>
  );
}

/** Lists the headings of the page that is shown. */
export function DocsContents({ pages }: DocsNavProps) {
  const headings = pages[useShownPage(pages)]?.headings ?? [];
  if (headings.length === 0) return null;
  return (
    <nav aria-labelledby="on-this-page">
      <p id="on-this-page" className="pb-1 text-xs font-medium text-subtle">
        On this page
      </p>
      <ul className="border-l">
        {headings.map(({ id, title, depth }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className={cn(
                'block rounded-sm py-1 text-sm text-muted hover:text-fg',
                depth === 2 ? 'pl-3' : 'pl-6',
              )}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Links to the previous and the next page. */
export function DocsNeighbours({ pages }: DocsNavProps) {
  const shown = useShownPage(pages);
  if (shown < 0) return null;
  const [before, after] = [pages[shown - 1], pages[shown + 1]];
  return (
    <nav
      aria-label="Previous and next page"
      data-print="hide"
      className="mt-12 flex flex-wrap justify-between gap-4 border-t pt-4"
    >
      {before && (
        <Link href={before.href} prefetch={false} rel="prev" className={NEIGHBOUR_CLASS}>
          <ArrowLeft aria-hidden className="size-4" />
          <span className="sr-only">Previous: </span>
          {before.title}
        </Link>
      )}
      {after && (
        <Link
          href={after.href}
          prefetch={false}
          rel="next"
          className={cn(NEIGHBOUR_CLASS, 'ml-auto')}
        >
          <span className="sr-only">Next: </span>
          {after.title}
          <ArrowRight aria-hidden className="size-4" />
        </Link>
      )}
    </nav>
  );
}

const NEIGHBOUR_CLASS =
  'flex items-center gap-2 rounded-sm py-1 font-medium text-accent-text hover:underline';
