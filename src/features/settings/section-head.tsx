import type { ReactNode } from 'react';

export interface SectionHeadProps {
  readonly title: string;
  /** One or two sentences: what this is for. */
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

/** The head of a settings section, or of a part of one. */
export function SectionHead({ title, children, actions }: SectionHeadProps) {
  return (
    <header className="flex flex-wrap items-end gap-x-4 gap-y-2">
      <div className="grid min-w-0 grow gap-0.5">
        <h2 className="text-lg font-semibold">{title}</h2>
        {children && <p className="max-w-prose text-sm text-muted">{children}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  );
}
