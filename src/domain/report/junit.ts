import { NOT_MATCHED } from '@/domain/eol/words';
import { xmlText } from '../xml';
import {
  askOf,
  componentName,
  endOf,
  moveOf,
  nameOf,
  packagesOf,
  shortfallOf,
  summaryOf,
  unknownOf,
  weigh,
  type CheckedDocument,
  type ReportContext,
  type WeighedFinding,
} from './report';
import { evidenceOf } from './finding';
import { waiverUrlOf } from './waiver';
import { whyUrlOf } from './why';

/**
 * Writes JUnit's XML, as Jenkins, GitLab and Azure read it: a test for each finding. What fails the gate is a failure:
 * a denial, a warning where the gate asks that, and that too little is known. Another warning passes and says so; what is
 * waived, and what nobody knows, is skipped, and never passes.
 * Source: the format that Jenkins' JUnit plugin reads (`testsuites`, `testsuite`, `testcase`).
 */
export function toJunit(checked: CheckedDocument, context: ReportContext): string {
  const weighed = weigh(checked);
  const isFailure = ({ weight }: WeighedFinding) =>
    weight === 'denied' || (weight === 'warned' && context.gate?.failsOnWarning === true);
  const cases = weighed.map((one) => toCase(checked, one, isFailure(one)));
  const shortfall = shortfallOf(checked, context);
  if (shortfall !== null) cases.push(shortfallCase(shortfall));
  const failures = weighed.filter(isFailure).length + (shortfall === null ? 0 : 1);
  const unknown = unknownOf(checked);
  const unknownCases = checked.unknown_components.map((one) =>
    skippedCase(componentName(one), NOT_MATCHED),
  );
  if (unknown !== null) unknownCases.push(skippedCase(NOT_MATCHED, unknown));
  cases.push(...unknownCases);
  const skipped = weighed.filter(isSkipped).length + unknownCases.length;
  const counts = `tests="${String(cases.length)}" failures="${String(failures)}" errors="0" skipped="${String(skipped)}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="Eventide" ${counts}>`,
    `<testsuite name="${xmlText(context.subject)}" ${counts} timestamp="${context.at.toISOString().slice(0, 19)}">`,
    ...cases,
    `<system-out>${xmlText(summaryOf(checked, context))}</system-out>`,
    '</testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function shortfallCase(message: string): string {
  return `<testcase classname="eol" name="Components known"><failure type="coverage" message="${xmlText(message)}"/></testcase>`;
}

function skippedCase(name: string, message: string): string {
  return `<testcase classname="eol" name="${xmlText(name)}"><skipped message="${xmlText(message)}"/></testcase>`;
}

const isUnknown = ({ weight, finding }: WeighedFinding) =>
  weight === 'fine' && finding.state === 'unknown';

/** What is waived is no failure, and does not pass either. */
const isSkipped = (one: WeighedFinding) => one.weight === 'waived' || isUnknown(one);

function toCase(checked: CheckedDocument, one: WeighedFinding, isFailure: boolean): string {
  const { finding, weight, reason } = one;
  const open = `<testcase classname="eol.${xmlText(finding.artifact_type)}" name="${xmlText(nameOf(finding))}">`;
  const waiverUrl = waiverUrlOf(checked, one);
  const ask = waiverUrl && `Ask for a waiver: ${waiverUrl}`;
  const whyUrl = whyUrlOf(finding);
  const why = whyUrl && `Why: ${whyUrl}`;
  const details = xmlText(
    [reason, packagesOf(finding), moveOf(finding), evidenceOf(finding), why, ask, askOf(checked)]
      .filter(Boolean)
      .join('\n'),
  );
  const body = () => {
    if (isFailure)
      return `<failure type="${weight === 'denied' ? 'deny' : 'warn'}" message="${xmlText(reason)}">${details}</failure>`;
    if (weight === 'waived') return `<skipped message="${xmlText(reason)}"/>`;
    if (isUnknown(one))
      return `<skipped message="${xmlText(`${nameOf(finding)} ${endOf(finding)}`)}"/>`;
    return weight === 'fine' ? '' : `<system-out>${details}</system-out>`;
  };
  return `${open}${body()}</testcase>`;
}
