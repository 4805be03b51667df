import { CopyText } from '@/components/ui/copy-text';
import { TextLink } from '@/components/ui/text-link';
import { commitUrl } from '@/domain/identifiers/project-name';

const SHORT_LENGTH = 10;

/** The commit that a scan was made of: a link where the project's name says where its code lives. */
export function Commit({ hash, projectName }: { hash: string; projectName: string }) {
  const href = commitUrl(projectName, hash);
  const short = hash.slice(0, SHORT_LENGTH);
  if (href === null)
    return (
      <CopyText value={hash} what="commit">
        {short}
      </CopyText>
    );
  return (
    <TextLink href={href} external className="font-mono text-xs whitespace-nowrap">
      {short}
    </TextLink>
  );
}
