import { expect, test } from 'vitest';
import type { Build } from './claims';
import { trustFor } from './trust';

function build(ref: string): Build {
  return {
    ...{ repository: 'acme/shop', repositoryId: '1', owner: 'acme', ownerId: '2', ref },
    ...{ isRefProtected: false, environment: null, isPullRequest: false, runId: '3', actor: null },
  };
}

const trusts = (pattern: string, ref: string) =>
  'trust' in
  trustFor(build(ref), [
    { repository: 'acme/shop', ref: pattern, environment: null, onlyProtected: false },
  ]);

test.each([
  ['refs/heads/main', 'refs/heads/main', true],
  ['refs/heads/main', 'refs/heads/Main', false],
  ['refs/heads/main', 'refs/heads/mainly', false],
  ['refs/tags/v*', 'refs/tags/v1.2', true],
  ['refs/tags/v*', 'refs/tags/v', true],
  ['refs/tags/v*', 'refs/tags/v1/2', false],
  ['refs/tags/v*', 'refs/tags', false],
  ['refs/heads/*', 'refs/heads/a/b', false],
  ['refs/heads/*/b', 'refs/heads/a/b', true],
  ['refs/heads/*-x*', 'refs/heads/a-x-y', true],
  ['refs/heads/*-x*', 'refs/heads/a/-x', false],
  ['refs/heads/v1.x', 'refs/heads/v1+x', false],
  ['refs/*', 'refs/heads/main', false],
])('%s of %s: %s', (pattern, ref, is) => {
  expect(trusts(pattern, ref)).toBe(is);
});
