import { UNASSIGNED_PROJECT } from '@/domain/identifiers/project-name';
import { FOR_UNASSIGNED } from '../sentence';
import type { EolForm } from './eol-form';

/** What the words of a policy do not say by themselves. */
export function RuleNotes({ form: { scope, project, warn, deny } }: { form: EolForm }) {
  const kinds = [warn.kind, deny.kind];
  const notes = [
    scope !== 'global' && 'A policy is about one project or one product, not both.',
    scope === 'project' && project === UNASSIGNED_PROJECT && FOR_UNASSIGNED,
    kinds.includes('date') &&
      'From a date on, everything that a scanner reports counts, also what is still supported.',
    kinds.some((kind) => kind === 'days' || kind === 'end') &&
      'What has no known end is left alone. What ended on an unknown day is warned of at most.',
  ].filter((note) => note !== false);
  return (
    <ul className="grid gap-1 text-xs text-muted">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}
