'use client';

import { useQuery } from '@tanstack/react-query';
import { CallFailure } from '@/features/frame/call-failure';
import { useMay } from '@/features/frame/reader';
import { WhomToAsk } from '@/features/names/owner';
import { formatDay } from '@/lib/dates';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { SetOwner } from './actions';

type ProjectOwner = Outputs['team']['ownerOf'];

/** Says whom to ask about a project, and why them; those who may set it do so here. */
export function ProjectOwner({ projectId }: { projectId: string }) {
  const owned = useQuery(useTRPC().team.ownerOf.queryOptions({ id: projectId }));
  const maySet = useMay('owner:set');
  if (owned.error) return <CallFailure title="The owner could not be loaded." query={owned} />;
  if (!owned.data) return <div className="h-8" />;
  const { owner, codeowners } = owned.data;
  return (
    <section aria-label="Owner" className="grid min-w-0 gap-1 text-sm">
      <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0">
          <span className="text-muted">Owner </span>
          {owner === null ? 'Nobody' : <WhomToAsk owner={owner} teamId={owner.team_id} />}
          <span className="text-muted">
            {' '}
            · <Reason owned={owned.data} />
          </span>
        </p>
        {maySet && <SetOwner owned={owned.data} />}
      </div>
      {codeowners && <p className="text-xs wrap-anywhere text-muted">{fileWords(codeowners)}</p>}
    </section>
  );
}

function Reason({ owned: { source, rule } }: { owned: ProjectOwner }) {
  if (source === null) return 'no rule says who';
  if (source === 'hand') return 'set by hand';
  return (
    <>
      by the rule <code className="font-mono text-xs">{rule}</code>
    </>
  );
}

/** Says what the last CODEOWNERS file has to say. */
function fileWords(codeowners: ProjectOwner['codeowners'] & {}): string {
  const { path, pattern, line, handles, sent_at: sentAt } = codeowners;
  const where = path === '' ? 'the whole repository' : path;
  const sent = `CODEOWNERS of ${formatDay(sentAt.slice(0, 10))}`;
  if (pattern === null || line === null) return `${sent}: no line names owners of ${where}.`;
  return `${sent}, line ${String(line)} (${pattern}) names ${handles.join(', ')} for ${where}.`;
}
