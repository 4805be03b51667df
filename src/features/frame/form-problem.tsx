import { Children, type ReactNode } from 'react';
import { CircleAlert } from 'lucide-react';

/** Says why a form did not go through, where any child says it; screen readers announce it. */
export function FormProblem({ children }: { readonly children: ReactNode }) {
  return (
    <div role="alert" className="empty:hidden">
      {Children.toArray(children).length > 0 && (
        <p className="flex items-start gap-2 rounded-md border border-l-2 border-l-danger-text bg-surface px-3 py-2 text-sm">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger-text" />
          <span className="min-w-0">{children}</span>
        </p>
      )}
    </div>
  );
}

export interface LinkProblemProps {
  readonly children: ReactNode;
  /** Link or button that leads on. */
  readonly action: ReactNode;
}

/** Says that a mailed link is not valid, or no longer. */
export function LinkProblem({ children, action }: LinkProblemProps) {
  return (
    <>
      <h1 className="text-xl font-semibold tracking-tight">This link does not work any more</h1>
      <p className="mt-1 mb-6 text-pretty text-muted">{children}</p>
      <div>{action}</div>
    </>
  );
}
