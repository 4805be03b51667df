'use client';

import Link from 'next/link';
import { useMutation } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { FormProblem } from '@/features/auth/form-problem';
import { refusalOf } from '@/features/frame/refusal';
import { useTRPC } from '@/trpc/client';

export interface ConfirmEmailProps {
  readonly token: string;
  /** The address that is to be. */
  readonly email: string;
  /** The address so far. */
  readonly currentEmail: string;
}

/** Makes the address that the link went to the reader's own. A press, since mail filters open links too. */
export function ConfirmEmail({ token, email, currentEmail }: ConfirmEmailProps) {
  const confirm = useMutation(useTRPC().account.confirmEmail.mutationOptions());
  const isSame = email === currentEmail;
  if (confirm.isSuccess) {
    return (
      <div role="status" className="grid justify-items-start gap-4">
        <p className="text-sm">
          {isSame ? (
            <>
              <strong className="font-medium wrap-anywhere">{email}</strong> is confirmed.
            </>
          ) : (
            <>
              You sign in with <strong className="font-medium wrap-anywhere">{email}</strong> from
              now on.
            </>
          )}
        </p>
        <Button asChild variant="primary" size="lg">
          <Link href="/account">To your account</Link>
        </Button>
      </div>
    );
  }
  return (
    <div className="grid gap-4">
      <FormProblem>
        {confirm.error && refusalOf(confirm.error, 'The address stays as it is.')}
      </FormProblem>
      <p className="text-sm">
        You sign in with <strong className="font-medium wrap-anywhere">{currentEmail}</strong>.{' '}
        {isSame ? (
          'The link in the mail shows that this address is yours.'
        ) : (
          <>
            From now on it is to be <strong className="font-medium wrap-anywhere">{email}</strong>.
          </>
        )}
      </p>
      <Button
        variant="primary"
        size="lg"
        loading={confirm.isPending}
        onClick={() => confirm.mutate({ token })}
      >
        Confirm the address
      </Button>
    </div>
  );
}
