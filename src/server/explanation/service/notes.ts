import { dayOf } from '@/domain/eol/calendar';
import type { Past } from '@/server/past/sql';
import type { ExplainedFinding } from '../repository';

interface Explained {
  readonly past: Past | null;
  readonly found: ExplainedFinding;
  readonly learnt: readonly { readonly learntOn: string; readonly knownBefore: boolean }[];
  readonly arePoliciesKept: boolean;
  readonly catalogFacts: readonly { readonly learntAt: Date; readonly knownBefore: boolean }[];
}

/** Says plainly what of an explanation is of today although a day before was asked for, and what was never kept. */
export function notesOn({ past, found, learnt, catalogFacts, ...rest }: Explained): string[] {
  const notes: string[] = [];
  const [oldest] = learnt;
  const [first] = catalogFacts;
  if (oldest?.knownBefore) {
    notes.push(`What counted as the end before ${oldest.learntOn} is not kept in full.`);
  }
  if (first?.knownBefore) {
    notes.push(
      `Since when the catalog had said so is not known: its dates are kept since ${dayOf(first.learntAt)}.`,
    );
  }
  if (!past) return notes;
  if (first && !first.knownBefore && first.learntAt >= past.before) {
    notes.push(
      `Nothing is kept of what the catalog said on that day: its dates are kept since ${dayOf(first.learntAt)}.`,
    );
  }
  notes.push(
    'Packages, names, what runs and how the catalog was led to the release cycle are as they are today.',
    rest.arePoliciesKept
      ? 'Policies are those of that day, as the audit log tells of every change since.'
      : 'Policies are those of today: what they were on that day is not kept in full.',
    'Waivers count if they were granted by then; those that were taken back since are left out, as are contracts that were deleted.',
  );
  if (!found.isOpen) notes.push(`It was not found when ${past.day} was over.`);
  return notes;
}
