import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';

export interface CardProps {
  title?: ReactNode;
  /** Names the unit and date of the numbers. */
  description?: ReactNode;
  /** At the right of the title: a link to all of it. */
  actions?: ReactNode;
  /** Lets a table or a list reach the edges. */
  flush?: boolean;
  className?: string;
  children: ReactNode;
}

/** A part of a page with a title. Flat, and never inside another one. */
export function Card({
  title,
  description,
  actions,
  flush = false,
  className,
  children,
}: CardProps) {
  return (
    <section className={cn('min-w-0 rounded-md border bg-surface', className)}>
      {(title || actions) && (
        <header className={cn('flex items-start gap-4 px-4 pt-3 pb-3', flush && 'border-b')}>
          <div className="min-w-0 grow wrap-anywhere">
            {title && <h2 className="text-sm font-semibold">{title}</h2>}
            {description && <p className="text-xs text-muted">{description}</p>}
          </div>
          {actions}
        </header>
      )}
      <div className={flush ? undefined : cn('px-4 pb-4', !title && !actions && 'pt-4')}>
        {children}
      </div>
    </section>
  );
}
