import type { ReactNode } from 'react';

export interface NoDataProps {
  /** One sentence: what will be here. */
  title: string;
  /** How it gets here. */
  children?: ReactNode;
  /** A picture of what will be here, such as a faded sample row. Silent. */
  picture?: ReactNode;
  /** The one thing to do. */
  action?: ReactNode;
}

/** Stands in for a list that has never held anything. For a filter that found nothing there is `NoResults`. */
export function NoData({ title, children, picture, action }: NoDataProps) {
  return (
    <section className="grid grid-cols-1 justify-items-center gap-4 rounded-md border border-dashed border-border-strong px-6 py-12 text-center">
      {picture && (
        <div aria-hidden className="w-full max-w-md min-w-0 mask-b-from-20% opacity-70">
          {picture}
        </div>
      )}
      <div className="grid max-w-lg gap-1">
        <h2 className="text-lg font-semibold text-balance">{title}</h2>
        {children && <div className="text-pretty text-muted">{children}</div>}
      </div>
      {action}
    </section>
  );
}
