import type { ReactNode } from 'react';

export interface SettingsPartProps {
  readonly title: string;
  readonly description: string;
  readonly children: ReactNode;
}

/** One thing that can be set: what it is at the left, the control at the right. */
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
