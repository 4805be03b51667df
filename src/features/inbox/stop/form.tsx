'use client';

import { Link } from '@/components/ui/link';
import { useMutation } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { FormProblem } from '@/features/frame/form-problem';
import { refusalOf } from '@/features/frame/words';
import { hrefs } from '@/features/hrefs';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { stoppedInWords } from '../words';

export interface StopFormProps {
  /** The end of the link. */
  readonly token: string;
  readonly preview: Outputs['inbox']['previewStop'];
}

/** Asks whether mails are to stop, and stops them: opening the link has stopped nothing. */
export function StopForm({ token, preview }: StopFormProps) {
  const { organizationName, what, isStopped } = preview;
  const stop = useMutation(useTRPC().inbox.confirmStop.mutationOptions());
  if (isStopped || stop.isSuccess) return <Stopped {...preview} />;
  return (
    <>
      <h1 className="text-xl font-semibold tracking-tight text-balance wrap-anywhere">
        Stop {stoppedInWords(what)}?
      </h1>
      <p className="mt-1 mb-6 text-pretty wrap-anywhere text-muted">
        {organizationName} mails them to you. In your inbox you go on finding everything.
      </p>
      <div className="grid gap-5">
        <FormProblem>{stop.error && refusalOf(stop.error, 'Nothing was stopped.')}</FormProblem>
        <div>
          <Button
            variant="primary"
            size="lg"
            loading={stop.isPending}
            onClick={() => stop.mutate({ token })}
          >
            Stop {stoppedInWords(what)}
          </Button>
        </div>
      </div>
    </>
  );
}

function Stopped({ organizationName, what }: StopFormProps['preview']) {
  return (
    <div role="status">
      <h1 className="text-xl font-semibold tracking-tight text-balance">Stopped</h1>
      <p className="mt-1 mb-6 text-pretty wrap-anywhere text-muted">
        {organizationName} no longer mails you {stoppedInWords(what)}. To have that again, choose it
        in your account, under Messages.
      </p>
      <Button asChild size="lg">
        <Link href={hrefs.settings.ownMessages}>Choose what is mailed</Link>
      </Button>
    </div>
  );
}
