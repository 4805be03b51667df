import { describe, expect, it } from 'vitest';
import { projectTitle } from './project-name';

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
