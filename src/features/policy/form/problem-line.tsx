/** Ties a control to the line that says what is wrong with it. */
export function problemProps(id: string, problem: string | undefined) {
  return {
    'aria-invalid': problem ? true : undefined,
    'aria-describedby': problem ? id : undefined,
  } as const;
}

/** What is wrong with a part of the sentence, on a line of its own below it. */
export function ProblemLine({ id, problem }: { id: string; problem: string | undefined }) {
  // Always there, since a live region that appears together with its text is not read.
  return (
    <span
      id={id}
      aria-live="polite"
      className={problem && 'mb-1 block text-xs leading-4 text-danger-text'}
    >
      {problem}
    </span>
  );
}
