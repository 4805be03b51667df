import { xmlText } from '../xml';
import {
  askOf,
  componentName,
  endOf,
  moveOf,
  nameOf,
  packagesOf,
  summaryOf,
  unknownOf,
  waiverUrlOf,
  weigh,
  type CheckedDocument,
  type ReportContext,
  type WeighedFinding,
} from './report';

/**
 * Writes JUnit's XML, as Jenkins, GitLab and Azure read it: a test for each finding. A denial is a failure; a warning
 * passes and says so; what is waived, and what nobody knows, is skipped, and never passes.
 * Source: the format that Jenkins' JUnit plugin reads (`testsuites`, `testsuite`, `testcase`).
 */
export function toJunit(checked: CheckedDocument, context: ReportContext): string {
  const weighed = weigh(checked);
  const cases = weighed.map((one) => toCase(checked, one));
  const failures = weighed.filter(({ weight }) => weight === 'denied').length;
  const unknown = unknownOf(checked);
  const unknownCases = checked.unknown_components.map((one) =>
    skippedCase(componentName(one), 'Not known to the catalog'),
  );
  if (unknown !== null) unknownCases.push(skippedCase('Not known', unknown));
  cases.push(...unknownCases);
  const skipped = weighed.filter(isSkipped).length + unknownCases.length;
  const counts = `tests="${String(cases.length)}" failures="${String(failures)}" errors="0" skipped="${String(skipped)}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="Eventide" ${counts}>`,
    `<testsuite name="${xmlText(context.subject)}" ${counts} timestamp="${context.at.toISOString().slice(0, 19)}">`,
    ...cases,
    `<system-out>${xmlText(summaryOf(checked))}</system-out>`,
    '</testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function skippedCase(name: string, message: string): string {
  return `<testcase classname="eol" name="${xmlText(name)}"><skipped message="${xmlText(message)}"/></testcase>`;
}

const isUnknown = ({ weight, finding }: WeighedFinding) =>
  weight === 'fine' && finding.state === 'unknown';

/** What is waived is no failure, and does not pass either. */
const isSkipped = (one: WeighedFinding) => one.weight === 'waived' || isUnknown(one);

function toCase(checked: CheckedDocument, one: WeighedFinding): string {
  const { finding, weight, reason } = one;
  const open = `<testcase classname="eol.${xmlText(finding.artifact_type)}" name="${xmlText(nameOf(finding))}">`;
  const waiverUrl = waiverUrlOf(checked, one);
  const ask = waiverUrl && `Ask for a waiver: ${waiverUrl}`;
  const details = xmlText(
    [reason, packagesOf(finding), moveOf(finding), ask, askOf(checked)].filter(Boolean).join('\n'),
  );
  const body = () => {
    if (weight === 'denied')
      return `<failure type="deny" message="${xmlText(reason)}">${details}</failure>`;
    if (weight === 'waived') return `<skipped message="${xmlText(reason)}"/>`;
    if (isUnknown(one))
      return `<skipped message="${xmlText(`${nameOf(finding)} ${endOf(finding)}`)}"/>`;
    return weight === 'fine' ? '' : `<system-out>${details}</system-out>`;
  };
  return `${open}${body()}</testcase>`;
}
