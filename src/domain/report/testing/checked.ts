import type { CheckedDocument, Finding } from '../report';

const AT = new Date('2026-11-23T12:00:00.500Z');
export const context = {
  ...{ subject: 'shop:2.4.1', name: 'shop', location: 'Dockerfile', version: '1.2.3' },
  at: AT,
};

/** A finding of a product that ended in 2024. */
export function finding(product: string, cycle: string, over: Partial<Finding> = {}): Finding {
  return {
    ...{ product_name: product, cycle, artifact_type: 'python' },
    ...{ eol_date: '2024-04-01', eol_date_known: true, state: 'ended', advice: null },
    packages: [{ name: product.toLowerCase(), version: `${cycle}.1`, purl: null }],
    packages_total: 1,
    ...over,
  };
}

/** A document with these findings, of four components. */
export function checked(findings: Finding[], over: Partial<CheckedDocument> = {}): CheckedDocument {
  return {
    ...{ as_of: '2026-11-23', eol: { low: 0, med: 0, high: 1 } },
    policy: { action: 'ALLOW', violations: [] },
    document: { unnamed: 0, unversioned: 0, ranged: 0 },
    coverage: { components: 4, matched: 3, distribution: 0, unknown: 1 },
    unknown_components: [],
    ...{ findings, findings_total: findings.length },
    ...over,
  };
}

export const target = { label: '22 (Jod)', lts: true, endsOn: '2027-04-30' };
/** Denied, with a finding in each state. */
export const denied = checked(
  [
    finding('Redis', '7', { state: 'later', eol_date: '2029-01-01' }),
    finding('Django', '3.2'),
    finding('Node.js', '16', { advice: { target, smallest: null, older: null } }),
    finding('Perl', '5.36', { eol_date: '2026-12-31', state: 'soon' }),
    finding('Zsh', '5', { eol_date: null, eol_date_known: false, state: 'unknown' }),
    finding('Rust', '1.70', {
      ...{ eol_date: '2023-07-13', eol_date_known: false, estimated_from: '1.71' },
    }),
  ],
  {
    policy: {
      action: 'DENY',
      violations: [
        { action: 'DENY', product_name: 'Node.js', cycle: '16', message: 'Node.js 16 is denied.' },
        { action: 'WARN', product_name: 'Redis', cycle: '7', message: 'Redis 7 is warned of.' },
      ],
    },
  },
);
