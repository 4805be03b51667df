'use client';

import { Link } from './link';
import { useEffect, type ReactNode } from 'react';
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react';
import { buttonClass } from './button';
import { DropdownMenu, MenuItem } from './dropdown-menu';
import { announceList } from '@/lib/announce';
import { countOf, formatCount, singularOf } from '@/lib/numbers';
import { insteadOfGoing } from '@/lib/plain-press';

export interface PaginationProps {
  /** From 1. May lie past the end. */
  page: number;
  size: number;
  /** Of all pages together. */
  total: number;
  /** Builds the address of a page; a changed size starts at page 1. */
  hrefFor: (page: number, size: number) => string;
  /** Takes over a plain press on a link, for a caller that changes the address itself. */
  onChange?: (page: number, size: number) => void;
  sizes?: readonly number[];
  /** The noun counted: "images". */
  noun?: string;
}

const SIZES = [25, 50, 100] as const;

/** Says which rows of how many there are: `1 to 50 of 65 findings`, `51 of 51 findings`, `1 finding`. */
function rangeWords(
  { first, last, total }: Readonly<Record<'first' | 'last' | 'total', number>>,
  noun: string,
): string {
  const all = countOf(total, singularOf(noun), noun);
  if (first > last || total === 1) return all;
  if (first === last) return `${formatCount(last)} of ${all}`;
  return `${formatCount(first)} to ${formatCount(last)} of ${all}`;
}

/** Shows which rows of how many, and links to the other pages. Works without scripts and can be shared. */
export function Pagination(props: PaginationProps) {
  const { page, size, total, sizes = SIZES, noun = 'rows' } = props;
  const pages = Math.max(1, Math.ceil(total / size));
  const first = (page - 1) * size + 1;
  const last = Math.min(total, page * size);
  const words = rangeWords({ first, last, total }, noun);
  useEffect(() => announceList(`Listed: ${words}`), [words]);
  return (
    <nav
      aria-label="Pages"
      data-print="hide"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-xs text-muted"
    >
      <p data-numeric>{words}</p>
      <div className="flex items-center gap-3">
        <SizeMenu {...props} sizes={sizes} />
        <p data-numeric className="whitespace-nowrap">
          Page {formatCount(page)} of {formatCount(pages)}
        </p>
        <div className="flex">
          <PageLink {...props} to={1} label="First page" off={page <= 1}>
            <ChevronFirst aria-hidden />
          </PageLink>
          <PageLink {...props} to={Math.min(page - 1, pages)} label="Previous page" off={page <= 1}>
            <ChevronLeft aria-hidden />
          </PageLink>
          <PageLink {...props} to={page + 1} label="Next page" off={page >= pages}>
            <ChevronRight aria-hidden />
          </PageLink>
          <PageLink {...props} to={pages} label="Last page" off={page >= pages}>
            <ChevronLast aria-hidden />
          </PageLink>
        </div>
      </div>
    </nav>
  );
}

interface PageLinkProps extends PaginationProps {
  to: number;
  label: string;
  off: boolean;
  children: ReactNode;
}

function PageLink({ to, size, hrefFor, onChange, label, off, children }: PageLinkProps) {
  const className = buttonClass('ghost', 'sm', 'w-7 px-0');
  if (off) {
    return (
      <span role="link" aria-disabled="true" aria-label={label} className={className}>
        {children}
      </span>
    );
  }
  return (
    <Link
      href={hrefFor(to, size)}
      aria-label={label}
      title={label}
      className={className}
      prefetch={false}
      onClick={insteadOfGoing(onChange && (() => onChange(to, size)))}
    >
      {children}
    </Link>
  );
}

function SizeMenu(props: PaginationProps & { sizes: readonly number[] }) {
  const { size, sizes, hrefFor, onChange } = props;
  return (
    <DropdownMenu
      trigger={
        <button type="button" className={buttonClass('ghost', 'sm')}>
          {size} per page
        </button>
      }
    >
      {sizes.map((choice) => (
        <MenuItem key={choice} asChild>
          <Link
            href={hrefFor(1, choice)}
            prefetch={false}
            aria-current={choice === size ? 'true' : undefined}
            className="aria-[current]:font-medium"
            onClick={insteadOfGoing(onChange && (() => onChange(1, choice)))}
          >
            {choice} per page
          </Link>
        </MenuItem>
      ))}
    </DropdownMenu>
  );
}
