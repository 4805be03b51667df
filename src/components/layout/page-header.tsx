import type { ReactNode } from 'react';
import { Link } from '@/components/ui/link';
import { formatCount } from '@/lib/numbers';

export interface PageHeaderProps {
  title: ReactNode;
  /** Beside the title: a badge, a count. */
  aside?: ReactNode;
  /** One line below it: what this page answers. */
  description?: ReactNode;
  crumbs?: readonly Crumb[];
  actions?: ReactNode;
}

/** Heads a page with its breadcrumbs, title and actions. */
export function PageHeader({ title, aside, description, crumbs, actions }: PageHeaderProps) {
  return (
    <header className="grid min-w-0 gap-1">
      {crumbs && crumbs.length > 0 && <Breadcrumbs crumbs={crumbs} />}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="flex min-w-0 grow items-center gap-3 lg:basis-80">
          <h1 className="min-w-0 text-xl font-semibold tracking-tight wrap-anywhere">{title}</h1>
          {aside}
        </div>
        {actions && (
          <div data-print="hide" className="flex flex-wrap items-center gap-2">
            {actions}
          </div>
        )}
      </div>
      {description && <p className="max-w-prose text-muted max-sm:mt-1">{description}</p>}
    </header>
  );
}

/** Shows a list's total next to the page's title; nothing while it loads. */
export function TotalCount({ count }: { count: number | undefined }) {
  if (count === undefined) return null;
  return (
    <span data-numeric className="text-sm text-muted">
      {formatCount(count)}
    </span>
  );
}

export interface Crumb {
  readonly label: string;
  readonly href: string;
}

/** Links the pages above this one; the title names the page itself. */
function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumbs" data-print="hide">
      <ol className="flex flex-wrap gap-x-1.5 text-xs text-muted">
        {crumbs.map((crumb, index) => (
          <li key={crumb.href} className="flex min-w-0 gap-x-1.5">
            {index > 0 && (
              <span aria-hidden className="text-subtle">
                /
              </span>
            )}
            <Link
              href={crumb.href}
              className="max-w-60 truncate rounded-sm hover:text-fg sm:max-w-md"
            >
              {crumb.label}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
