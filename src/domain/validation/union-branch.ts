import type { z } from 'zod';

type Issue = z.core.$ZodIssue;
type UnionIssue = z.core.$ZodIssueInvalidUnion;

/** The values that a union of literals, or a discriminator, would have taken; null for any other union. */
export function unionValues(issue: UnionIssue): readonly unknown[] | null {
  if (issue.errors.length === 0) return 'options' in issue && issue.options ? issue.options : null;
  const values = candidates(issue).map((issues) => {
    const [only] = issues;
    return issues.length === 1 && only?.code === 'invalid_value' && only.path.length === 0
      ? only.values
      : null;
  });
  return values.every((list) => list !== null) ? values.flat() : null;
}

/**
 * The issues to report for a value that fits no branch of a union: those of the branch it comes nearest
 * to. A branch that accepts the value's own type is nearer than one that does not, then fewer issues are;
 * null is never what was meant.
 */
export function unionBranch(issue: UnionIssue): readonly Issue[] {
  const branches = candidates(issue);
  const inside = branches.filter((issues) => issues.every((inner) => !rejectsWhole(inner)));
  const nearest = (inside.length > 0 ? inside : branches.slice(0, 1)).reduce<
    readonly Issue[] | null
  >((best, issues) => (best && best.length <= issues.length ? best : issues), null);
  return nearest ?? [{ code: 'custom', path: [], message: issue.message }];
}

function candidates(issue: UnionIssue): readonly (readonly Issue[])[] {
  const meant = issue.errors.filter((issues) => !issues.some(wantsNothing));
  return meant.length > 0 ? meant : issue.errors;
}

function wantsNothing(issue: Issue): boolean {
  return (
    issue.code === 'invalid_type' && (issue.expected === 'null' || issue.expected === 'undefined')
  );
}

function rejectsWhole(issue: Issue): boolean {
  return (
    issue.path.length === 0 && (issue.code === 'invalid_type' || issue.code === 'invalid_value')
  );
}
