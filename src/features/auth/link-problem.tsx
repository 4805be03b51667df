import type { ReactNode } from 'react';

export interface LinkProblemProps {
  readonly children: ReactNode;
  /** The way on. */
  readonly action: ReactNode;
}

/** A link from a mail that does not hold, or no longer. */
export function LinkProblem({ children, action }: LinkProblemProps) {
  return (
    <>
      <h1 className="text-xl font-semibold tracking-tight">This link does not hold</h1>
      <p className="mt-1 mb-6 text-pretty text-muted">{children}</p>
      <div>{action}</div>
    </>
  );
}
