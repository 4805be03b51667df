import type { ReactNode } from 'react';
import { TextLink } from '@/components/ui/text-link';

export interface SectionHeadProps {
  /** Names the section: its `aria-labelledby`. */
  id: string;
  title: string;
  /** Says what the section lists, and its order. */
  description?: ReactNode;
  /** Where all of it is. */
  href?: string;
  linkText?: string;
}

/** Heads a section of a page that has no card of its own. */
export function SectionHead({ id, title, description, href, linkText }: SectionHeadProps) {
  return (
    <header className="flex min-w-0 items-baseline gap-x-3 max-sm:flex-wrap">
      <h2 id={id} className="text-sm font-semibold whitespace-nowrap">
        {title}
      </h2>
      <p className="min-w-0 grow truncate text-xs text-muted max-sm:order-last max-sm:basis-full max-sm:whitespace-normal max-sm:empty:hidden">
        {description}
      </p>
      {href !== undefined && (
        <TextLink href={href} className="shrink-0 text-xs max-sm:ml-auto">
          {linkText}
        </TextLink>
      )}
    </header>
  );
}
