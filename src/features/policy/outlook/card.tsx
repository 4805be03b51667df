'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { formatDay } from '@/lib/dates';
import { countOf, formatCount } from '@/lib/numbers';
import { projectTitle } from '@/domain/identifiers/project-name';
import type { PolicyAction } from '@/domain/policy/policy';
import type { ScannerDifference } from '@/features/policy/types';

const SHOWN_AT_FIRST = 5;

const HERE: Record<PolicyAction, string> = {
  DENY: 'Denied here',
  WARN: 'Warned here',
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
  const [open, setOpen] = useState(false);
  if (total === 0) {
    return (
      <p className="text-sm text-muted">
        Nowhere: a stock scanner decides the same of every image.
      </p>
    );
  }
  const shown = open ? differences : differences.slice(0, SHOWN_AT_FIRST);
  const left = total - shown.length;
  return (
    <>
      <ul className="grid min-w-0 gap-3 text-sm">
        {shown.map((difference) => (
          <li key={keyOf(difference)} className="grid min-w-0 gap-0.5">
            <span className="font-medium wrap-anywhere">{subjectOf(difference)}</span>
            <span>
              {HERE[difference.ours]}, {thereOf(difference)}
              {difference.on > today && ` from ${formatDay(difference.on)} on`}
              <span className="text-muted"> · {countOf(difference.images, 'image')}</span>
            </span>
            <span className="text-xs text-muted">{difference.message}</span>
          </li>
        ))}
      </ul>
      {left > 0 && open && <p className="text-xs text-muted">and {formatCount(left)} more</p>}
      {left > 0 && !open && (
        <Button size="sm" className="w-fit" onClick={() => setOpen(true)}>
          Show {formatCount(left)} more
        </Button>
      )}
    </>
  );
}

function thereOf({ reason, scanner }: ScannerDifference): string {
  return reason === 'not_found_by_scanner' || reason === 'registry'
    ? 'a scanner does not see it'
    : THERE[scanner];
}

function subjectOf({ running, ...difference }: ScannerDifference): string {
  const { productName, cycles, artifactType, projectName } = difference;
  const runs = running === null ? '' : running ? ', where it runs' : ', where it does not run';
  const type = artifactType === null ? '' : ` (${artifactType})`;
  const where = projectName === null ? '' : ` in ${projectTitle(projectName).title}`;
  return `${productName} ${cycles.join(', ')}${type}${where}${runs}`;
}

function keyOf(difference: ScannerDifference): string {
  const { productName, cycles, artifactType, projectName, running, reason } = difference;
  return JSON.stringify([productName, cycles, artifactType, projectName, running, reason]);
}
