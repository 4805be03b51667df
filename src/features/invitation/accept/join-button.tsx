'use client';

import { useMutation } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { FormProblem } from '@/features/auth/form-problem';
import { refusalOf } from '@/features/frame/refusal';
import { useTRPC } from '@/trpc/client';

export interface JoinButtonProps {
  readonly token: string;
  readonly email: string;
}

/** Joins as the signed-in person. */
export function JoinButton({ token, email }: JoinButtonProps) {
  const accept = useMutation({
    ...useTRPC().invitation.accept.mutationOptions(),
    // A full load: the session acts in another organization from here on.
    onSuccess: () => window.location.assign('/'),
  });
  return (
    <div className="grid gap-4">
      <FormProblem>{accept.error && refusalOf(accept.error, 'You have not joined.')}</FormProblem>
      <p className="text-sm">
        You are signed in as <strong className="font-medium wrap-anywhere">{email}</strong>.
      </p>
      <Button
        variant="primary"
        size="lg"
        loading={accept.isPending || accept.isSuccess}
        onClick={() => accept.mutate({ token })}
      >
        Join
      </Button>
    </div>
  );
}
