import type { RemovedKind, RuleOfDays } from '@/domain/retention/rules';
import { countOf, formatBytes } from '@/lib/numbers';
import type { RetentionRun } from './types';

interface RuleWords {
  readonly title: string;
  readonly description: string;
  /** Of its checkbox. */
  readonly label: string;
  /** Of its days. */
  readonly daysLabel: string;
  /** While it is off. */
  readonly off: string;
}

export const RULE_WORDS: Readonly<Record<RuleOfDays, RuleWords>> = {
  scanDays: {
    title: 'Scans',
    description:
      'A scan, with what only it found. The newest scans of each image always stay, and so do trends.',
    label: 'Remove old scans',
    daysLabel: 'Days until a scan goes',
    off: 'Kept for ever',
  },
  sbomDays: {
    title: 'SBOM documents',
    description:
      'Documents as they were uploaded. Those of what images hold now stay, and so do the packages of each scan.',
    label: 'Remove documents of old scans',
    daysLabel: 'Days until a document goes',
    off: 'Kept as long as their scans',
  },
  historyDays: {
    title: 'History of findings',
    description:
      'When closed findings were open. Trends then begin where the history is whole. The day each was first seen stays.',
    label: 'Remove old history',
    daysLabel: 'Days until history goes',
    off: 'Kept for ever',
  },
  refusedDays: {
    title: 'Refused uploads',
    description: 'Why an upload was not accepted. The newest thousand are kept in any case.',
    label: 'Remove old records',
    daysLabel: 'Days until a record goes',
    off: 'Kept until there are a thousand newer ones',
  },
  messageDays: {
    title: 'Messages',
    description:
      'What was sent, to whom, and whether it arrived. Messages still waiting to be sent stay.',
    label: 'Remove messages sooner',
    daysLabel: 'Days until a message goes',
    off: 'Kept for 90 days',
  },
  auditDays: {
    title: 'Audit log',
    description:
      'Kept for at least a year. Each removal leaves an entry with the number, the range and a digest of what was removed.',
    label: 'Remove old entries',
    daysLabel: 'Days until an entry goes',
    off: 'Kept for ever',
  },
};

/** What rows of a kind are called: one, and many. */
const NOUNS: Readonly<Record<RemovedKind, readonly [string, string]>> = {
  scans: ['scan', 'scans'],
  sboms: ['SBOM document', 'SBOM documents'],
  inventories: ['package list', 'package lists'],
  intervals: ['time of a finding', 'times of findings'],
  findings: ['finding of deleted images', 'findings of deleted images'],
  refused_uploads: ['record of a refused upload', 'records of refused uploads'],
  messages: ['message', 'messages'],
  audit_events: ['entry of the audit log', 'entries of the audit log'],
};

/** Counts rows of a kind: "1,200 scans". */
export function rowsOf(kind: RemovedKind, rows: number): string {
  return countOf(rows, ...NOUNS[kind]);
}

/** Says what a run removed: "1,200 scans, 3 SBOM documents, 4 MB of documents". */
export function removedWords({ removed }: RetentionRun): string {
  const { document_bytes: bytes, ...rows } = removed;
  const kinds = Object.entries(NOUNS).flatMap(([name, nouns]) => {
    const count = rows[name as RemovedKind]; // the keys of a record of kinds
    return count > 0 ? [countOf(count, ...nouns)] : [];
  });
  if (kinds.length === 0) return 'Nothing was old enough';
  return [...kinds, ...(bytes > 0 ? [`${formatBytes(bytes)} of documents`] : [])].join(', ');
}
