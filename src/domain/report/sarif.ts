import { isEstimate } from '@/domain/evidence/degree';
import {
  askOf,
  cut,
  endOf,
  moveOf,
  named,
  nameOf,
  packagesOf,
  reported,
  ruleOf,
  SHORTFALL_RULE,
  shortfallOf,
  summaryOf,
  unknownNames,
  unknownOf,
  type CheckedDocument,
  type Finding,
  type ReportContext,
  type Weight,
  type WeighedFinding,
  lastingNameOf,
} from './report';
import { evidenceOf } from './finding';
import { waiverUrlOf } from './waiver';
import { whyUrlOf } from './why';

/** GitHub takes no more of a rule's description. */
const MAX_TEXT = 1_024;
const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';

const LEVELS = {
  denied: 'error',
  warned: 'warning',
  waived: 'note',
  ended: 'warning',
  soon: 'note',
  fine: 'none',
} as const;
/** GitHub's scale: above 7.0 is high, above 4.0 medium. */
const SEVERITIES = {
  denied: '8.0',
  warned: '5.5',
  waived: '2.0',
  ended: '5.5',
  soon: '2.0',
  fine: '0.1',
} as const;

/**
 * Writes SARIF 2.1.0 as GitHub's code scanning takes it: a rule for each release cycle, a result for each finding, at
 * the first line of the file.
 * Source: GitHub's documentation "SARIF support for code scanning"; OASIS SARIF 2.1.0.
 */
export function toSarif(checked: CheckedDocument, context: ReportContext): string {
  return sarifOf(checked, context, reported(checked));
}

/** The same with what is waived, as suppressed results: GitHub does not read that, and other tools do. */
export function toSarifWithSuppressions(checked: CheckedDocument, context: ReportContext): string {
  return sarifOf(checked, context, named(checked));
}

function sarifOf(
  checked: CheckedDocument,
  context: ReportContext,
  weighed: readonly WeighedFinding[],
): string {
  // Two artifact types of one cycle share its rule, and the heavier is first.
  const rules = [
    ...new Map([...weighed].reverse().map((one) => [ruleOf(one.finding), one])).values(),
  ];
  rules.reverse();
  const ruleIds = rules.map(({ finding }) => ruleOf(finding));
  const unknown = unknownOf(checked);
  const shortfall = shortfallOf(checked, context);
  return JSON.stringify({
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            ...{ name: 'Eventide', semanticVersion: context.version, version: context.version },
            rules: [...rules.map(toRule), ...(shortfall === null ? [] : [SHORTFALL])],
          },
        },
        automationDetails: { id: categoryOf(context) },
        invocations: [
          {
            executionSuccessful: true,
            endTimeUtc: context.at.toISOString(),
            toolExecutionNotifications: [
              summaryOf(checked, context),
              unknown,
              unknownNames(checked),
            ]
              .filter((text) => text !== null)
              .map((text) => ({ level: 'note', message: { text } })),
          },
        ],
        results: [
          ...weighed.map((one) => toResult(checked, one, context, ruleIds)),
          ...(shortfall === null ? [] : [shortfallResult(shortfall, context, rules.length)]),
        ],
      },
    ],
  });
}

/** GitHub's category: a later run of the same takes the place of this one. */
function categoryOf(context: ReportContext): string {
  return `eventide/${lastingNameOf(context)}/`;
}

function toRule({ finding, weight }: WeighedFinding) {
  const short = `${nameOf(finding)} ${endOf(finding)}`;
  const move = moveOf(finding);
  return {
    id: ruleOf(finding),
    name: nameOf(finding),
    shortDescription: { text: cut(short, MAX_TEXT) },
    fullDescription: { text: cut(move === null ? short : `${short}: ${move}`, MAX_TEXT) },
    help: {
      text: cut(
        move === null ? 'No supported release to move to is known.' : `${capital(move)}.`,
        MAX_TEXT,
      ),
    },
    defaultConfiguration: { level: LEVELS[weight] },
    properties: {
      ...{
        tags: ['security', finding.judged ? finding.judged.degree : 'end-of-life'],
        precision: finding.evidence && isEstimate(finding.evidence) ? 'medium' : 'high',
      },
      'problem.severity': problemSeverity(weight),
      'security-severity': SEVERITIES[weight],
    },
  };
}

/** The rule of what is no finding: that too little is known to pass the gate. */
const SHORTFALL = {
  id: SHORTFALL_RULE,
  name: 'Too little is known',
  shortDescription: { text: 'Less of the components is known to the catalog than the gate asks' },
  help: {
    text: 'What is not known is neither supported nor ended: say what it is in the catalog of your own products, or ask for less.',
  },
  defaultConfiguration: { level: LEVELS.denied },
  properties: {
    ...{ tags: ['end-of-life'], precision: 'high' },
    'problem.severity': problemSeverity('denied'),
  },
};

function shortfallResult(text: string, context: ReportContext, ruleIndex: number) {
  return {
    ...{ ruleId: SHORTFALL_RULE, ruleIndex, level: LEVELS.denied, message: { text } },
    locations: locationsOf(context),
    partialFingerprints: { primaryLocationLineHash: `${lastingNameOf(context)}:${SHORTFALL_RULE}` },
  };
}

/** GitHub shows results of a file only: the first line stands for it. */
function locationsOf({ location }: ReportContext) {
  return [
    {
      physicalLocation: {
        artifactLocation: { uri: encodeURI(location) },
        region: { startLine: 1, startColumn: 1, endLine: 1, endColumn: 2 },
      },
    },
  ];
}

function problemSeverity(weight: Weight): 'error' | 'warning' | 'recommendation' {
  if (weight === 'denied') return 'error';
  return weight === 'ended' || weight === 'warned' ? 'warning' : 'recommendation';
}

function toResult(
  checked: CheckedDocument,
  one: WeighedFinding,
  context: ReportContext,
  ruleIds: readonly string[],
) {
  const { finding, weight, reason } = one;
  const move = moveOf(finding);
  const waiverUrl = waiverUrlOf(checked, one);
  const ask = waiverUrl && `Ask for a waiver: ${waiverUrl}`;
  const whyUrl = whyUrlOf(finding);
  const why = whyUrl && `Why: ${whyUrl}`;
  const advice = move && `${capital(move)}.`;
  const text = [reason, packagesOf(finding), advice, evidenceOf(finding), why, ask, askOf(checked)]
    .filter(Boolean)
    .join('\n');
  return {
    ruleId: ruleOf(finding),
    ruleIndex: ruleIds.indexOf(ruleOf(finding)),
    level: LEVELS[weight],
    message: { text },
    ...(whyUrl !== null && { hostedViewerUri: whyUrl }),
    ...(finding.evidence && { properties: { evidence_degree: finding.evidence } }),
    ...(weight === 'waived' && {
      suppressions: [{ kind: 'external', status: 'accepted', justification: reason }],
    }),
    locations: locationsOf(context),
    partialFingerprints: { primaryLocationLineHash: fingerprintOf(finding, context) },
  };
}

/** Names a finding so that it is the same one in the next run, whatever else was found. */
export function fingerprintOf(finding: Finding, context: ReportContext): string {
  return `${lastingNameOf(context)}:${ruleOf(finding)}:${finding.artifact_type}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
