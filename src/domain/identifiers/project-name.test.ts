import { describe, expect, it } from 'vitest';
import { commitUrl, projectTitle } from './project-name';

describe('projectTitle', () => {
  it.each([
    ['github//acme/billing', 'github', 'acme/billing'],
    ['gitlab//group/sub/app', 'gitlab', 'group/sub/app'],
    ['azure//org/project/repo', 'azure', 'org/project/repo'],
    ['acme/billing', null, 'acme/billing'],
    ['github//', null, 'github//'],
    ['github/acme', null, 'github/acme'],
    ['unassigned', null, 'unassigned'],
  ])('%s', (name, host, title) => {
    expect(projectTitle(name)).toEqual({ host, title });
  });
});

describe('commitUrl', () => {
  it.each([
    ['github//acme/billing', 'abcdef0', 'https://github.com/acme/billing/commit/abcdef0'],
    ['gitlab//a/b/c', 'abcdef0', 'https://gitlab.com/a/b/c/-/commit/abcdef0'],
    ['azure//o/p/r', 'abcdef0', 'https://dev.azure.com/o/p/_git/r/commit/abcdef0'],
    ['azure//o', 'abcdef0', null],
    ['github//acme/bill?ing', 'abcdef0', 'https://github.com/acme/bill%3Fing/commit/abcdef0'],
    ['github//acme/../billing', 'abcdef0', null],
    ['github//acme/billing', 'main', null],
    ['billing', 'abcdef0', null],
  ])('%s %s', (project, commit, url) => {
    expect(commitUrl(project, commit)).toBe(url);
  });
});
