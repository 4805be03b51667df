import type { z } from 'zod';
import { recordId } from '../inputs';
import { policyBody, policyFieldsOf } from './policy-body.schema';

/** Whose outlook is asked for. Draft and all: as of the preview. */
export const outlookQuestion = {
  /** The policy that is edited or, with a null body, as it would be without; null for a new one. */
  policyId: recordId.nullable().default(null),
  /** The policy as it would be; null with a null id asks for the policies as they are. */
  body: policyBody.nullable().default(null),
  /** Only what this policy decides. */
  decidedBy: recordId.nullable().default(null),
};

export function toOutlookQuestion({
  policyId,
  body,
  decidedBy,
}: z.output<z.ZodObject<typeof outlookQuestion>>) {
  return { draft: { policyId, fields: body && policyFieldsOf(body) }, decidedBy };
}
