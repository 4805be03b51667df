import type { ReactNode } from 'react';
import { Breadcrumbs, type Crumb } from '@/components/ui/breadcrumbs';

export interface PageHeaderProps {
  title: ReactNode;
  /** Beside the title: a badge, a count. */
  aside?: ReactNode;
  /** One line below it: what this page answers. */
  description?: ReactNode;
  crumbs?: readonly Crumb[];
  actions?: ReactNode;
}

/** The head of a page: where it is, what it is, what can be done. */
export function PageHeader({ title, aside, description, crumbs, actions }: PageHeaderProps) {
  return (
    <header className="grid min-w-0 gap-1">
      {crumbs && crumbs.length > 0 && <Breadcrumbs crumbs={crumbs} />}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="flex min-w-0 grow items-center gap-3">
          <h1 className="min-w-0 text-xl font-semibold tracking-tight wrap-anywhere">{title}</h1>
          {aside}
        </div>
        {actions && (
          <div data-print="hide" className="flex flex-wrap items-center gap-2">
            {actions}
          </div>
        )}
      </div>
      {description && <p className="max-w-prose text-muted">{description}</p>}
    </header>
  );
}
