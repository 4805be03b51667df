import { formatDay } from '@/lib/dates';
import { countOf } from '@/lib/numbers';
import { projectTitle } from '@/domain/identifiers/project-name';
import type { PolicyAction } from '@/domain/policy/policy';
import type { ScannerDifference } from '../policy-types';

const HERE: Record<PolicyAction, string> = {
  DENY: 'Denied here',
  WARN: 'Warned of here',
  ALLOW: 'Allowed here',
};
const THERE: Record<PolicyAction, string> = {
  DENY: 'a scanner denies it',
  WARN: 'a scanner warns of it',
  ALLOW: 'a scanner allows it',
};

export interface ScannerDifferencesProps {
  differences: readonly ScannerDifference[];
  /** Of which `differences` are the first. */
  total: number;
  today: string;
}

/** Where a scanner that reads these policies decides otherwise than this service, and why. */
export function ScannerDifferences({ differences, total, today }: ScannerDifferencesProps) {
  if (total === 0) {
    return (
      <p className="text-sm text-muted">
        Nowhere: a stock scanner decides the same of every image.
      </p>
    );
  }
  return (
    <>
      <ul
        className="grid max-h-96 min-w-0 gap-3 overflow-y-auto text-sm"
        tabIndex={0}
        aria-label="Differences"
      >
        {differences.map((difference) => (
          <li key={keyOf(difference)} className="grid min-w-0 gap-0.5">
            <span className="font-medium wrap-anywhere">{subjectOf(difference)}</span>
            <span>
              {HERE[difference.ours]}, {THERE[difference.scanner]}
              {difference.on > today && ` from ${formatDay(difference.on)} on`}
              <span className="text-muted"> · {countOf(difference.images, 'image')}</span>
            </span>
            <span className="text-xs text-muted">{difference.message}</span>
          </li>
        ))}
      </ul>
      {total > differences.length && (
        <p className="mt-2 text-xs text-muted">
          and {countOf(total - differences.length, 'more', 'more')}
        </p>
      )}
    </>
  );
}

function subjectOf({ productName, cycles, artifactType, projectName }: ScannerDifference): string {
  const type = artifactType === null ? '' : ` (${artifactType})`;
  const where = projectName === null ? '' : ` in ${projectTitle(projectName).title}`;
  return `${productName} ${cycles.join(', ')}${type}${where}`;
}

function keyOf(difference: ScannerDifference): string {
  const { productName, cycles, artifactType, projectName, reason } = difference;
  return JSON.stringify([productName, cycles, artifactType, projectName, reason]);
}
