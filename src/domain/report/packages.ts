import * as z from 'zod';
import { STATEMENT_KINDS } from '@/domain/registry/package-facts';
import type { CheckedDocument, Finding, WeighedFinding } from './report';

/** A package that a policy judges by what its registry says. */
export const judgedPackage = z.object({
  name: z.string(),
  version: z.string(),
  purl: z.string(),
  degree: z.enum(['registry', 'stale']),
  kind: z.enum(STATEMENT_KINDS).nullable(),
  successor: z.string().nullable(),
  message: z.string(),
});
export type JudgedFinding = z.output<typeof judgedPackage>;

/** Weighs the packages that policies judge, as findings of themselves. */
export function weighPackages({ policy }: CheckedDocument): WeighedFinding[] {
  const { packages = [], waived_packages: waived = [] } = policy;
  return [
    ...packages.map((one): WeighedFinding => ({
      finding: findingOf(one),
      weight: one.action === 'DENY' ? 'denied' : 'warned',
      reason: one.message,
    })),
    ...waived.map((one): WeighedFinding => ({
      finding: findingOf(one),
      weight: 'waived',
      reason: one.message,
    })),
  ];
}

/** Takes a package for a finding of itself, without an end. */
function findingOf(judged: JudgedFinding): Finding {
  const { name, version, purl, degree: evidence } = judged;
  return {
    ...{ product_name: name, cycle: version, artifact_type: 'package', judged },
    ...{ eol_date: null, eol_date_known: false, state: 'unknown', advice: null },
    evidence,
    ...{ packages: [{ name, version, purl }], packages_total: 1 },
  };
}
