import type { z } from 'zod';

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
