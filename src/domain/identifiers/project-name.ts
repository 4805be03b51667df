/** Where a project's code lives, as far as its name says. */
export type CodeHost = 'github' | 'gitlab' | 'azure';

export interface ProjectTitle {
  /** Null for a name that was typed by hand. */
  readonly host: CodeHost | null;
  /** The name without its host. */
  readonly title: string;
}

/** The project of scans that name none: scanners outside of git send an empty name. */
export const UNASSIGNED_PROJECT = 'unassigned';

const FROM_GIT = /^(github|gitlab|azure)\/\/(.+)$/s;

/**
 * A project's name as people say it. Scanners name a project after its git remote, host first and with two
 * slashes: `github//acme/billing`, `azure//org/project/repo`. Any other name is shown as it is.
 */
export function projectTitle(name: string): ProjectTitle {
  const match = FROM_GIT.exec(name);
  const [, host, title] = match ?? [];
  if (host === undefined || title === undefined) return { host: null, title: name };
  return { host: host as CodeHost, title }; // the pattern lists exactly the hosts
}

const COMMIT = /^[0-9a-f]{7,64}$/i;

/** Where a commit of a project can be read; null when its name does not say where its code lives. */
export function commitUrl(projectName: string, commitHash: string): string | null {
  const { host, title } = projectTitle(projectName);
  if (host === null || !COMMIT.test(commitHash)) return null;
  const parts = title.split('/').map(encodeURIComponent);
  if (parts.some((part) => ['', '.', '..'].includes(part))) return null;
  switch (host) {
    case 'github':
      return `https://github.com/${parts.join('/')}/commit/${commitHash}`;
    case 'gitlab':
      return `https://gitlab.com/${parts.join('/')}/-/commit/${commitHash}`;
    case 'azure': {
      const [organization, project, repository] = parts;
      if (repository === undefined) return null;
      return `https://dev.azure.com/${organization}/${project}/_git/${repository}/commit/${commitHash}`;
    }
  }
}
