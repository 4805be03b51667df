import { describe, expect, test } from 'vitest';
import { REPORTS, REPORT_FORMATS } from './formats';
import { askOf, type CheckedDocument } from './report';

const AT = new Date('2026-11-23T12:00:00Z');
const context = {
  ...{ subject: 'shop:2.4.1', name: 'shop', location: 'Dockerfile', version: '1.2.3' },
  at: AT,
};

function denied(owner: CheckedDocument['owner']): CheckedDocument {
  const software = { product_name: 'Node.js', cycle: '16' };
  return {
    ...{ as_of: '2026-11-23', eol: { low: 0, med: 0, high: 1 } },
    policy: {
      action: 'DENY',
      violations: [{ action: 'DENY', ...software, message: 'Node.js 16 is denied.' }],
    },
    document: { unnamed: 0, unversioned: 0, ranged: 0 },
    coverage: { components: 1, matched: 1, distribution: 0, unknown: 0 },
    unknown_components: [],
    findings: [
      {
        ...{ ...software, artifact_type: 'binary', eol_date: '2023-09-11', eol_date_known: true },
        ...{ state: 'ended', advice: null, packages: [], packages_total: 0 },
      },
    ],
    findings_total: 1,
    ...(owner !== undefined && { owner }),
  };
}

const payments = {
  name: 'Payments',
  email: 'payments@example.com',
  link: 'https://chat.example.com/payments',
};

test.each([
  [payments, 'Ask Payments: payments@example.com, https://chat.example.com/payments'],
  [{ name: 'Web', email: null, link: null }, 'Ask Web'],
  [null, null],
  [undefined, null],
])('%j is asked as %j', (owner, words) => {
  expect(askOf({ owner })).toBe(words);
});

/** Those that say what was found; VEX says what is waived. */
const SAYING = REPORT_FORMATS.filter((format) => !format.includes('vex'));

describe.each(SAYING)('%s', (format) => {
  test('names whom to ask, and nobody where nobody is known', () => {
    const said = REPORTS[format].write(denied(payments), context);
    // Markdown writes marks in its own way.
    expect(said).toMatch(/Ask Payments(?::|&#58;) payments/);
    for (const owner of [null, undefined]) {
      expect(REPORTS[format].write(denied(owner), context)).not.toContain('Ask ');
    }
  });
});

test('a terminal is not steered by the name of a team', () => {
  const owner = { name: 'Pay\u001B[31m', email: null, link: null };
  expect(REPORTS.text.write(denied(owner), context)).toContain('Ask Pay?[31m\n');
});

test('what is waived says until when, and what would be without the waiver', () => {
  const { policy, ...rest } = denied(null);
  const waived = policy.violations.map(({ product_name, cycle, message }) => ({
    ...{ product_name, cycle },
    message: `Waived until 2026-12-31. Without the waiver: ${message}`,
  }));
  const checked: CheckedDocument = {
    ...rest,
    policy: { action: 'ALLOW', violations: [], waived },
  };
  const why = 'Node.js 16: Waived until 2026-12-31. Without the waiver: Node.js 16 is denied.';
  expect(REPORTS.text.write(checked, context)).toContain(`${why}\n`);
  expect(REPORTS.markdown.write(checked, context)).toContain(why.replaceAll(':', '&#58;'));
});
