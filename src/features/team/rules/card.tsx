import { Link } from '@/components/ui/link';
import { Card } from '@/components/ui/card';
import { hrefs } from '@/features/hrefs';
import { ProjectName } from '@/features/names/project';
import { countOf } from '@/lib/numbers';
import type { Outputs } from '@/trpc/outputs';

export type RulesPreview = Outputs['team']['previewRules'];

/** Says what rules would do: in numbers, and for the first projects by name. */
export function PreviewCard({ preview }: { preview: RulesPreview }) {
  const { gained, moved, lost, nobody, changes } = preview;
  const total = gained + moved + lost;
  return (
    <Card title="What they would do" description={countsOf(preview)}>
      {total === 0 && <p className="text-sm text-muted">No project would change hands.</p>}
      {changes.length > 0 && (
        <ul aria-label="Projects that would change hands" className="grid min-w-0 gap-1 text-sm">
          {changes.map(({ project_id: id, project_name: name, before, after }) => (
            <li key={id} className="flex min-w-0 flex-wrap items-center gap-x-3">
              <Link
                href={hrefs.project(id)}
                prefetch={false}
                className="min-w-0 rounded-sm hover:text-accent-text"
              >
                <ProjectName name={name} />
              </Link>
              <span className="text-xs text-muted">
                {before ?? 'nobody'} → <span className="text-fg">{after ?? 'nobody'}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {changes.length < total && (
        <p className="mt-2 text-xs text-muted">The first {changes.length} by name.</p>
      )}
      <p className="mt-2 text-xs text-muted">
        {nobody === 0
          ? 'Nothing would be left without an owner.'
          : `${countOf(nobody, 'project')} would have no owner.`}
      </p>
    </Card>
  );
}

function countsOf({ gained, moved, lost }: RulesPreview): string {
  return [
    gained > 0 && `${countOf(gained, 'project')} would get an owner`,
    moved > 0 && `${countOf(moved, 'project')} would get another one`,
    lost > 0 && `${countOf(lost, 'project')} would lose theirs`,
  ]
    .filter(Boolean)
    .join(', ');
}
