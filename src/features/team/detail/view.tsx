'use client';

import { useQuery } from '@tanstack/react-query';
import { DataTable } from '@/components/data-table/data-table';
import { Loading } from '@/components/feedback/loading';
import { PageHeader } from '@/components/layout/page-header';
import { SectionHead } from '@/components/layout/section-head';
import { Stack } from '@/components/layout/stack';
import { FactList } from '@/components/ui/fact-list';
import { ruleWords, columnsOf } from '@/domain/team/rule-columns';
import { Subscribe } from '@/features/feed/dialog';
import { CallFailure } from '@/features/frame/call-failure';
import { useMay } from '@/features/frame/reader';
import { hrefs } from '@/features/hrefs';
import { TeamMail } from '@/features/inbox/mail/card';
import { WaysToAsk } from '@/features/names/owner';
import { PROJECT_COLUMNS } from '@/features/project/table';
import { countOf } from '@/lib/numbers';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { AddPerson, ChangeTeam, DeleteTeam } from './actions';
import { ofTeam } from './params';
import { People } from './table';

type Team = Outputs['team']['get'];

export interface TeamViewProps {
  teamId: string;
  /** Id of the organization at its identity provider. */
  idpOrgId: string;
  /** A UTC day. */
  today: string;
}

/** Shows one team: how it is reached, who is in it, what it owns and by which rules. */
export function TeamView({ teamId, idpOrgId, today }: TeamViewProps) {
  const found = useQuery(useTRPC().team.get.queryOptions({ id: teamId }));
  const mayManage = useMay('team:manage');
  if (found.error) return <CallFailure title="The team could not be loaded." query={found} />;
  if (!found.data) return <Loading label="Loading the team" columns={3} />;
  const team = found.data;
  return (
    <Stack>
      <PageHeader
        crumbs={[{ label: 'Teams', href: hrefs.teams }]}
        title={team.name}
        actions={
          <>
            <Subscribe
              target={{ scope: 'team', subject: team.id, name: team.name }}
              today={today}
            />
            {mayManage && (
              <>
                <ChangeTeam team={team} />
                <DeleteTeam team={team} />
              </>
            )}
          </>
        }
      />
      <Facts team={team} />
      <div className="grid min-w-0 grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Projects team={team} />
        <div className="grid min-w-0 grid-cols-1 gap-5">
          <section aria-labelledby="people" className="grid min-w-0 grid-cols-1 gap-2">
            <SectionHead id="people" title="People" />
            <People team={team} mayManage={mayManage} />
            {mayManage && <AddPerson team={team} idpOrgId={idpOrgId} />}
          </section>
          <TeamMail key={team.email} teamId={team.id} />
          <Rules teamId={team.id} />
        </div>
      </div>
    </Stack>
  );
}

function Facts({ team }: { team: Team }) {
  const { email, link, handles } = team;
  const isUnreachable = email === null && link === null;
  return (
    <FactList
      facts={[
        {
          label: 'Where to ask',
          value: isUnreachable ? (
            <span className="text-subtle">Nobody said</span>
          ) : (
            <span className="inline-flex flex-wrap gap-x-3">
              <WaysToAsk owner={team} />
            </span>
          ),
        },
        ...(handles.length === 0
          ? []
          : [
              {
                label: 'In CODEOWNERS files',
                value: <span className="font-mono text-xs">{handles.join(' ')}</span>,
              },
            ]),
      ]}
    />
  );
}

/** Lists the projects with most that has ended; all of them are in the list of projects. */
function Projects({ team }: { team: Team }) {
  const projects = useQuery(useTRPC().project.listForDashboard.queryOptions(ofTeam(team.id)));
  return (
    <section aria-labelledby="projects" className="grid min-w-0 grid-cols-1 gap-2">
      <SectionHead
        id="projects"
        title="Projects"
        description="Most ended software first"
        href={hrefs.projects({ owner: team.id })}
        linkText={`All ${countOf(team.projects, 'project')}`}
      />
      {projects.error && <CallFailure title="The projects could not be loaded." query={projects} />}
      {projects.isPending && <Loading label="Loading projects" rows={4} columns={4} />}
      {projects.data?.items.length === 0 && (
        <p className="rounded-md border bg-surface px-4 py-6 text-sm text-muted">
          No project is assigned to this team, by rule or by hand.
        </p>
      )}
      {projects.data !== undefined && projects.data.items.length > 0 && (
        <DataTable
          name="team-projects"
          label="Projects"
          columns={PROJECT_COLUMNS.filter(({ id }) => id !== 'owner')}
          rows={projects.data.items}
          rowId={({ id }) => id}
          rowHref={({ id }) => hrefs.project(id)}
        />
      )}
    </section>
  );
}

/** Names the rules that give the team projects. */
function Rules({ teamId }: { teamId: string }) {
  const listed = useQuery(useTRPC().team.rules.queryOptions());
  const own = (listed.data?.rules ?? []).filter(
    ({ rule }) => rule.kind !== 'codeowners' && rule.team_id === teamId,
  );
  return (
    <section aria-labelledby="rules" className="grid min-w-0 grid-cols-1 gap-2">
      <SectionHead id="rules" title="Rules" href={hrefs.ownerRules} linkText="All rules" />
      {listed.error && <CallFailure title="The rules could not be loaded." query={listed} />}
      {listed.data && own.length === 0 && (
        <p className="rounded-md border bg-surface px-3 py-3 text-sm text-muted">
          No rule names this team.
        </p>
      )}
      {own.length > 0 && (
        <ul className="min-w-0 rounded-md border bg-surface text-sm">
          {own.map(({ rule, projects }) => (
            <li
              key={rule.id}
              className="flex min-w-0 items-baseline justify-between gap-3 border-b px-3 py-1.5 last:border-b-0"
            >
              <span className="min-w-0 font-mono text-xs wrap-anywhere">
                {ruleWords(columnsOf(rule))}
              </span>
              <span className="shrink-0 text-xs text-muted">{countOf(projects, 'project')}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
