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

/**
 * Reports what an inner schema found in a part of a value as faults of the whole.
 *
 * @param path where the part is
 */
export function forwardIssues(
  error: z.ZodError,
  context: z.core.ParsePayload,
  path: readonly PropertyKey[] = [],
): void {
  for (const issue of error.issues) {
    const forwarded = { ...issue, path: [...path, ...issue.path], input: undefined };
    // An issue with its message is a raw issue too; zod's type for raw ones wants each kind's own input type.
    context.issues.push(forwarded as z.core.$ZodRawIssue);
  }
}

/** Returns the value at a path inside a parsed document; undefined when there is none. */
export function valueAt(document: unknown, path: readonly PropertyKey[]): unknown {
  let value = document;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    // hasOwn above: the object has this key, whatever its type.
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}
