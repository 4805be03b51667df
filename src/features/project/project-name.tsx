import { projectTitle } from '@/domain/identifiers/project-name';
import { MiddleTruncate } from '@/components/ui/middle-truncate';
import { CodeHostMark } from './code-host-mark';

/** A project as people say it, with the host of its code as a mark; the name to the letter on hover. */
export function ProjectName({ name }: { name: string }) {
  const { host, title } = projectTitle(name);
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      {host !== null && <CodeHostMark host={host} />}
      <MiddleTruncate text={title} full={name} />
    </span>
  );
}
