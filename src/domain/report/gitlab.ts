import {
  askOf,
  cut,
  endOf,
  moveOf,
  nameOf,
  packagesOf,
  reported,
  ruleOf,
  SHORTFALL_RULE,
  shortfallOf,
  unknownOf,
  type CheckedDocument,
  type ReportContext,
  lastingNameOf,
} from './report';
import { evidenceOf } from './finding';
import { fingerprintOf } from './sarif';
import { whyUrlOf } from './why';

const MAX_NAME = 255;
const MAX_TEXT = 1_048_576;
const QUALITY = {
  denied: 'critical',
  warned: 'major',
  waived: 'info',
  ended: 'major',
  soon: 'minor',
  fine: 'info',
} as const;
const SEVERITY = {
  denied: 'High',
  warned: 'Medium',
  waived: 'Info',
  ended: 'Medium',
  soon: 'Low',
  fine: 'Info',
} as const;

/**
 * Writes GitLab's code quality report, which a merge request shows beside the file.
 * Source: GitLab's documentation "Code Quality", "Code Quality report format".
 */
export function toCodeQuality(checked: CheckedDocument, context: ReportContext): string {
  const ask = askOf(checked);
  const location = { path: context.location, lines: { begin: 1 } };
  const shortfall = shortfallOf(checked, context);
  const issues = reported(checked).map(({ finding, weight, reason }) => {
    const whyUrl = whyUrlOf(finding);
    const why = whyUrl && `Why: ${whyUrl}`;
    return {
      description: [reason, moveOf(finding), evidenceOf(finding), ask, why]
        .filter(Boolean)
        .join(' — '),
      check_name: ruleOf(finding),
      fingerprint: fingerprintOf(finding, context),
      severity: QUALITY[weight],
      location,
    };
  });
  return JSON.stringify([
    ...issues,
    ...(shortfall === null
      ? []
      : [
          {
            ...{ description: shortfall, check_name: SHORTFALL_RULE },
            fingerprint: `${lastingNameOf(context)}:${SHORTFALL_RULE}`,
            ...{ severity: QUALITY.denied, location },
          },
        ]),
  ]);
}

/**
 * Writes GitLab's dependency scanning report. An end of life is no vulnerability: its identifier says what it is. That
 * too little is known, and what is not, is said as a message of the scan: there is no dependency to hold it against.
 * Source: GitLab's `security-report-schemas`, dependency scanning 15.1.0, which all of GitLab 17 and later takes: 17.0 to 17.4 refuse
 * 15.2 whole, and it asks for nothing else of this.
 */
export function toDependencyScanning(checked: CheckedDocument, context: ReportContext): string {
  const ask = askOf(checked);
  const shortfall = shortfallOf(checked, context);
  const unknown = unknownOf(checked);
  const messages = [
    ...(shortfall === null ? [] : [{ level: 'fatal', value: shortfall }]),
    ...(unknown === null ? [] : [{ level: 'info', value: unknown }]),
  ];
  const time = context.at.toISOString().slice(0, 19);
  const tool = {
    id: 'eventide',
    name: 'Eventide',
    version: context.version,
    vendor: { name: 'Eventide' },
  };
  return JSON.stringify({
    version: '15.1.0',
    scan: {
      ...{ type: 'dependency_scanning', status: 'success', start_time: time, end_time: time },
      ...{ analyzer: tool, scanner: tool },
      ...(messages.length > 0 && { messages }),
    },
    vulnerabilities: reported(checked).map(({ finding, weight, reason }) => {
      const [first] = finding.packages;
      const move = moveOf(finding);
      const whyUrl = whyUrlOf(finding);
      return {
        id: fingerprintOf(finding, context),
        name: cut(`${nameOf(finding)} ${endOf(finding)}`, MAX_NAME),
        description: cut(
          [reason, packagesOf(finding), evidenceOf(finding), ask].filter(Boolean).join('\n'),
          MAX_TEXT,
        ),
        severity: SEVERITY[weight],
        ...(move !== null && { solution: cut(move, MAX_TEXT) }),
        ...(whyUrl !== null && { links: [{ name: 'Why', url: whyUrl }] }),
        identifiers: [{ type: 'eol', name: `EOL ${nameOf(finding)}`, value: ruleOf(finding) }],
        location: {
          file: context.location,
          dependency: {
            package: { name: first?.name ?? finding.product_name },
            version: first?.version ?? finding.cycle,
          },
        },
      };
    }),
  });
}
