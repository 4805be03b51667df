import * as z from 'zod';
import { EOL_STATES } from '@/domain/eol/proximity';
import { EVIDENCE_DEGREES, EVIDENCE_WORDS } from '@/domain/evidence/degree';

const count = z.number().int().min(0);

/** A release cycle that reports advise to move to. */
export const advisedCycle = z.object({
  label: z.string(),
  lts: z.boolean(),
  endsOn: z.string().nullable(),
});

/** A finding of a checked document, as far as reports say it. */
export const reportFinding = z.object({
  product_name: z.string(),
  cycle: z.string(),
  artifact_type: z.string(),
  eol_date: z.string().nullable(),
  eol_date_known: z.boolean(),
  estimated_from: z.string().optional(),
  /** How well its end is known; servers of before 2026-11-29 do not say. */
  evidence: z.enum(EVIDENCE_DEGREES).optional(),
  state: z.enum(EOL_STATES),
  advice: z
    .object({
      target: advisedCycle.nullable(),
      smallest: advisedCycle.nullable(),
      older: advisedCycle.nullable(),
    })
    .nullable(),
  packages: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      purl: z.string().nullable(),
      path: z.string().optional(),
    }),
  ),
  packages_total: count,
  /** Where the server knows the finding; servers of before 2026-11-28 do not say. */
  why_url: z.string().optional(),
});

/** Says how well the end of a finding is known: "Evidence: Catalog"; null where the server does not say. */
export function evidenceOf({
  evidence,
}: Pick<z.output<typeof reportFinding>, 'evidence'>): string | null {
  return evidence === undefined ? null : `Evidence: ${EVIDENCE_WORDS[evidence]}`;
}
