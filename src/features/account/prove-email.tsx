'use client';

import { useMutation } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { FormProblem } from '@/features/auth/form-problem';
import { refusalOf } from '@/features/frame/refusal';
import { useTRPC } from '@/trpc/client';
import type { Account } from './account-types';

/** What it means that nobody has shown whose the address is, and the way to show it. */
export function ProveEmail({ account }: { account: Account }) {
  return (
    <div className="grid w-full max-w-md justify-items-start gap-2 text-sm">
      <p className="text-pretty text-muted">
        Nothing has shown yet that this address is yours. Whoever shows it first, by a link that is
        mailed there or at a sign-in provider, gets this account.
      </p>
      {account.passwordsInUse && account.sendsMail && <MailLink email={account.email} />}
    </div>
  );
}

function MailLink({ email }: { email: string }) {
  const request = useMutation(useTRPC().account.requestEmailProof.mutationOptions());
  if (request.isSuccess) {
    return (
      <p role="status" className="text-pretty">
        A link is on its way to <strong className="font-medium wrap-anywhere">{email}</strong>. It
        holds for one hour; open it in this browser.
      </p>
    );
  }
  return (
    <>
      <FormProblem>{request.error && refusalOf(request.error, 'Nothing was mailed.')}</FormProblem>
      <Button loading={request.isPending} onClick={() => request.mutate()}>
        Mail a link to confirm it
      </Button>
    </>
  );
}
