import Link from 'next/link';

export interface Crumb {
  readonly label: string;
  readonly href: string;
}

/** The way to this page, without the page itself, which the title names. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
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
            <Link href={crumb.href} className="max-w-60 truncate rounded-sm hover:text-fg">
              {crumb.label}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
