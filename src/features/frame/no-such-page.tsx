import type { ReactNode } from 'react';
import { buttonClass } from '@/components/ui/button';

export interface NoSuchPageProps {
  title: string;
  /** Possible reasons. */
  children: ReactNode;
  /** Link to go on to. */
  href: string;
  linkText: string;
}

/** Says that an address names nothing, and links on. */
export function NoSuchPage({ title, children, href, linkText }: NoSuchPageProps) {
  return (
    <div className="grid justify-items-start gap-4 py-6">
      <div className="grid gap-1">
        <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
        <p className="max-w-prose text-muted">{children}</p>
      </div>
      {/* No `Link`: this page is part of every other, and must not bring scripts along. */}
      <a href={href} className={buttonClass()}>
        {linkText}
      </a>
    </div>
  );
}
