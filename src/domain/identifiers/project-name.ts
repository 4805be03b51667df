/** Where a project's code lives, as far as its name says. */
export type CodeHost = 'github' | 'gitlab' | 'azure';

export interface ProjectTitle {
  /** Null for a name that was typed by hand. */
  readonly host: CodeHost | null;
  /** The name without its host. */
  readonly title: string;
}

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
