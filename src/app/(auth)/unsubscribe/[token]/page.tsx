import type { Metadata } from 'next';
import { Link } from '@/components/ui/link';
import { Button } from '@/components/ui/button';
import { LinkProblem } from '@/features/frame/form-problem';
import { hrefs } from '@/features/hrefs';
import { StopForm } from '@/features/inbox/stop/form';
import { callServer, isRefused } from '@/trpc/server';

// The address of this page holds the token: no other site may learn it.
export const metadata: Metadata = { title: 'Stop mails', referrer: 'no-referrer' };

export default async function UnsubscribePage({ params }: PageProps<'/unsubscribe/[token]'>) {
  const { token } = await params;
  const preview = await read(token);
  if (preview) return <StopForm token={token} preview={preview} />;
  return (
    <LinkProblem
      action={
        <Button asChild size="lg">
          <Link href={hrefs.settings.ownMessages}>Choose what is mailed</Link>
        </Button>
      }
    >
      It is not whole, or whoever it was mailed to belongs to the organization no longer, and gets
      no more of its mails.
    </LinkProblem>
  );
}

/** Reads what the link stops; null: it holds no more. */
async function read(token: string) {
  try {
    return await callServer.inbox.previewStop({ token });
  } catch (error) {
    if (isRefused(error, ['NOT_FOUND', 'BAD_REQUEST'])) return null;
    throw error;
  }
}
