import type { ReactNode } from 'react';

export interface SectionHeadProps {
  readonly title: string;
  /** One or two sentences on what this is for. */
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

/** Shows the head of a section, or of a part of one. */
export function SectionHead({ title, children, actions }: SectionHeadProps) {
  return (
    <header className="flex flex-wrap items-end gap-x-4 gap-y-2">
      <div className="grid min-w-0 grow basis-72 gap-0.5">
        <h2 className="text-lg font-semibold">{title}</h2>
        {children && <p className="max-w-prose text-sm text-muted">{children}</p>}
      </div>
      {actions && (
        // The room of a button: many of them come with a script of their own, after the page.
        <div className="flex min-h-8 min-w-32 flex-wrap items-center gap-2 sm:justify-end">
          {actions}
        </div>
      )}
    </header>
  );
}

export interface SettingsPartProps {
  readonly title: string;
  readonly description: string;
  readonly children: ReactNode;
}

/** Shows one setting: its name at the left, the control at the right. */
export function SettingsPart({ title, description, children }: SettingsPartProps) {
  return (
    <section className="grid min-w-0 gap-x-8 gap-y-3 px-4 py-4 sm:grid-cols-[13rem_minmax(0,1fr)]">
      <div className="grid content-start gap-0.5">
        <h2 className="font-semibold">{title}</h2>
        <p className="text-xs text-pretty text-muted">{description}</p>
      </div>
      <div className="grid min-w-0 content-start justify-items-start gap-3">{children}</div>
    </section>
  );
}
