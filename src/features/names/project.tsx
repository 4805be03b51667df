import { FolderGit2 } from 'lucide-react';
import { MiddleTruncate } from '@/components/ui/middle-truncate';
import { type CodeHost, projectTitle } from '@/domain/identifiers/project-name';

const NAMES: Record<CodeHost, string> = {
  github: 'GitHub',
  gitlab: 'GitLab',
  azure: 'Azure DevOps',
};

/** Marks the host of a project's code, named for screen readers. */
export function CodeHostMark({ host }: { host: CodeHost | null }) {
  if (host === null) return <FolderGit2 aria-hidden className="size-4 shrink-0 text-subtle" />;
  return (
    <svg
      viewBox="0 0 16 16"
      role="img"
      aria-label={NAMES[host]}
      fill="currentColor"
      data-code-host
      className="size-4 shrink-0 text-subtle"
    >
      {SHAPES[host]}
    </svg>
  );
}

/** Drawn small and plain, so that they are told apart at 16 px: a cat's head, a fox's, a folded ribbon. */
const SHAPES = {
  github: (
    <path
      fillRule="evenodd"
      d="M8 .8a7.2 7.2 0 0 0-2.3 14c.4.1.5-.1.5-.3v-1.3c-2 .4-2.4-.9-2.4-.9-.3-.8-.8-1-.8-1-.7-.5 0-.5 0-.5.7.1 1.1.8 1.1.8.7 1.1 1.7.8 2.1.6.1-.5.3-.8.5-1-1.6-.2-3.3-.8-3.3-3.5 0-.8.3-1.5.8-2-.1-.2-.4-1 .1-2 0 0 .6-.2 2 .7a7 7 0 0 1 3.6 0c1.4-.9 2-.7 2-.7.4 1 .1 1.8.1 2 .4.5.7 1.2.7 2 0 2.7-1.7 3.3-3.3 3.5.3.2.5.7.5 1.3v2c0 .2.1.4.5.3A7.2 7.2 0 0 0 8 .8Z"
    />
  ),
  gitlab: <path d="M8 14.6.9 9.4 2.9 2l2.2 5h5.8l2.2-5 2 7.4Z" />,
  azure: (
    <path d="M1.5 5.4 6 1.5v2l6-1.5 2.5 2.2v7.6L11.8 14 6.4 12v2L3 10.4l7.4 1V4.9l-6.2 1.7v4.6L1.5 9.8Z" />
  ),
} as const satisfies Record<CodeHost, React.ReactNode>;

/** Shows a project's short name with a mark for the host of its code; the exact name on hover. */
export function ProjectName({ name }: { name: string }) {
  const { host, title } = projectTitle(name);
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      {host !== null && <CodeHostMark host={host} />}
      <MiddleTruncate text={title} full={name} />
    </span>
  );
}
