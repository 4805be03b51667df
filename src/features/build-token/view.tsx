'use client';

import { useQuery } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import { DataTable } from '@/components/data-table/data-table';
import { Loading } from '@/components/feedback/loading';
import { NoData } from '@/components/feedback/no-data';
import { PastTheEnd } from '@/components/feedback/no-results';
import { Stack } from '@/components/layout/stack';
import { CodeBlock } from '@/components/ui/code-block';
import { CopyText } from '@/components/ui/copy-text';
import { FactList } from '@/components/ui/fact-list';
import { Pagination } from '@/components/ui/pagination';
import { Tabs } from '@/components/ui/tabs';
import { TextLink } from '@/components/ui/text-link';
import { githubBuildRecipe, gitlabBuildRecipe } from '@/domain/build-token/recipes';
import { CallFailure } from '@/features/frame/call-failure';
import { keepRows } from '@/features/frame/kept-rows';
import { SectionHead } from '@/features/frame/section';
import { hrefs } from '@/features/hrefs';
import { useTRPC } from '@/trpc/client';
import { TrustRepository } from './actions';
import { knownHref, knownParsers } from './params';
import { KNOWN_COLUMNS, REFUSED_COLUMNS, TRUSTED_COLUMNS } from './table';

/** Shows whose builds are trusted, why tokens were refused lately, and what to write into a pipeline. */
export function BuildTokensView() {
  const trusted = useQuery(useTRPC().buildToken.list.queryOptions());
  return (
    <Stack className="gap-8">
      <section className="grid min-w-0 grid-cols-1 gap-3">
        <SectionHead title="Build tokens" actions={<TrustRepository />}>
          Builds of these repositories upload and check with the token that GitHub Actions or GitLab
          signs for each job: there is no key to store, to leak or to rotate.{' '}
          <TextLink href={hrefs.docs.buildTokens}>How they are checked</TextLink>
        </SectionHead>
        {trusted.error && (
          <CallFailure title="The repositories could not be loaded." query={trusted} />
        )}
        {trusted.isPending && <Loading label="Loading repositories" rows={3} columns={6} />}
        {trusted.data && trusted.data.items.length === 0 && (
          <NoData
            title="Repositories whose builds need no key are listed here"
            picture={<SampleBuild />}
            action={<TrustRepository />}
          />
        )}
        {trusted.data && trusted.data.items.length > 0 && (
          <DataTable
            name="trusted-repositories"
            label="Trusted repositories"
            columns={TRUSTED_COLUMNS}
            rows={trusted.data.items}
            rowId={({ id }) => id}
          />
        )}
      </section>
      <Refused />
      {trusted.data && <Pipelines audience={trusted.data.audience} />}
      <Known />
    </Stack>
  );
}

function Refused() {
  const refused = useQuery(useTRPC().buildToken.refused.queryOptions());
  if (refused.error) {
    return <CallFailure title="What was refused could not be loaded." query={refused} />;
  }
  if (!refused.data || refused.data.length === 0) return null;
  return (
    <section className="grid min-w-0 grid-cols-1 gap-3">
      <SectionHead title="Refused lately">
        Whoever shows a token that is not taken is told nothing but that. What it claims may be
        invented.
      </SectionHead>
      <DataTable
        name="refused-builds"
        label="Refused tokens"
        columns={REFUSED_COLUMNS}
        rows={refused.data}
        rowId={({ issuer, repository, reason }) => JSON.stringify([issuer, repository, reason])}
      />
    </section>
  );
}

/** Shows what a pipeline has to say, with address and audience in it. */
function Pipelines({ audience }: { readonly audience: string }) {
  const setup = useQuery(useTRPC().scanner.setup.queryOptions());
  const recipe = { publicUrl: setup.data?.publicUrl ?? '', audience };
  return (
    <section className="grid min-w-0 grid-cols-1 gap-3">
      <SectionHead title="In a pipeline">
        Have the token made for this audience: it names this organization. Tokens for any other
        audience are refused.
      </SectionHead>
      <div className="rounded-md border bg-surface px-4 py-3">
        <FactList
          facts={[{ label: 'Audience', value: <CopyText value={audience} what="audience" /> }]}
        />
      </div>
      {setup.data && (
        <Tabs
          label="Pipelines"
          tabs={[
            {
              id: 'github',
              label: 'GitHub Actions',
              content: <CodeBlock label="Workflow" code={githubBuildRecipe(recipe)} />,
            },
            {
              id: 'gitlab',
              label: 'GitLab',
              content: <CodeBlock label="Job" code={gitlabBuildRecipe(recipe)} />,
            },
          ]}
        />
      )}
    </section>
  );
}

function Known() {
  const [params, write] = useQueryStates(knownParsers, { history: 'push', scroll: false });
  const known = useQuery({
    ...useTRPC().buildToken.known.queryOptions(params),
    placeholderData: keepRows,
  });
  if (known.error) {
    return <CallFailure title="The known repositories could not be loaded." query={known} />;
  }
  if (!known.data || known.data.total === 0) return null;
  const { items, total } = known.data;
  const page = {
    ...{ page: params.page, size: params.size, total, noun: 'names' },
    hrefFor: (number: number, size: number) => knownHref({ page: number, size }),
    onChange: (number: number, size: number) => void write({ page: number, size }),
  };
  return (
    <section className="grid min-w-0 grid-cols-1 gap-3">
      <SectionHead title="Known repositories">
        A name can pass to somebody else. So the number that the platform gives a repository and its
        owner is noted with the first build, and a build of another number is refused.
      </SectionHead>
      {items.length === 0 ? (
        <PastTheEnd {...page} />
      ) : (
        <>
          <DataTable
            name="known-repositories"
            label="Known repositories"
            columns={KNOWN_COLUMNS}
            rows={items}
            rowId={({ issuer, kind, name }) => JSON.stringify([issuer, kind, name])}
            loading={known.isPlaceholderData}
          />
          <Pagination {...page} />
        </>
      )}
    </section>
  );
}

/** Draws a build that hands over what it made. */
function SampleBuild() {
  return (
    <svg viewBox="0 0 340 60" className="w-full">
      <rect x="8" y="14" width="110" height="32" rx="6" className="fill-border" />
      <rect x="22" y="26" width="82" height="8" rx="4" className="fill-border-strong" />
      <path
        d="M130 30h72m-8-6 8 6-8 6"
        fill="none"
        strokeWidth="2"
        className="stroke-border-strong"
      />
      <rect x="214" y="14" width="110" height="32" rx="6" className="fill-border" />
      <rect x="228" y="26" width="58" height="8" rx="4" className="fill-border-strong" />
    </svg>
  );
}
