import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createTRPCClient } from '@trpc/client';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { expect, test } from 'vitest';
import { TRPCProvider } from '@/trpc/client';
import type { AppRouter } from '@/trpc/outputs';
import { OwnerFilter, type OwnerFilterProps } from './owner';
import { ProjectFilter } from './project-filter';

const ID = '01890000-0000-7000-8000-000000000001';
const GONE = 'one that is gone';

const queryClient = () => new QueryClient();

function shown(filter: FunctionComponent<OwnerFilterProps>, read: (queries: QueryClient) => void) {
  const queries = queryClient();
  read(queries);
  const element = createElement(filter, { value: ID, onChange: () => undefined });
  return renderToStaticMarkup(
    createElement(
      QueryClientProvider,
      { client: queries },
      createElement(TRPCProvider, { trpcClient: client, queryClient: queries, children: element }),
    ),
  );
}

const client = createTRPCClient<AppRouter>({ links: [] });
const keys = createTRPCOptionsProxy<AppRouter>({ client, queryClient: queryClient() });
const nothing = () => undefined;

test('an owner is called gone once the teams are read, and not before', () => {
  const teams = keys.team.names.queryKey();
  expect(shown(OwnerFilter, nothing)).not.toContain(GONE);
  expect(shown(OwnerFilter, (queries) => queries.setQueryData(teams, []))).toContain(GONE);
});

test('a project is called gone once its name was looked for, and before all projects are read', () => {
  const named = keys.project.name.queryKey({ projectId: ID });
  const withName = (name: string | null) =>
    shown(ProjectFilter, (queries) => queries.setQueryData(named, { name }));
  expect(shown(ProjectFilter, nothing)).not.toContain(GONE);
  expect(withName('shop')).toContain('shop');
  expect(withName('shop')).not.toContain(GONE);
  expect(withName(null)).toContain(GONE);
});
