'use client';

import type { KeyboardEvent, ReactNode } from 'react';
import Link from 'next/link';
import { useRouter } from 'next/navigation';

export interface RowLinkProps {
  href: string;
  /** Where Enter goes, when it is not `href`. */
  pageHref?: string;
  /** Whether `href` opens beside the list. */
  opensBeside: boolean;
  children: ReactNode;
}

/** The link of a row, around the cell that names it. Its focus is drawn around the whole row. */
export function RowLink({ href, pageHref, opensBeside, children }: RowLinkProps) {
  const router = useRouter();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || pageHref === undefined || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    router.push(pageHref);
  };
  return (
    <Link
      href={href}
      scroll={!opensBeside}
      prefetch={false}
      data-row-link
      onKeyDown={onKeyDown}
      className="block truncate font-medium outline-none group-hover/row:text-accent-text"
    >
      {children}
    </Link>
  );
}
