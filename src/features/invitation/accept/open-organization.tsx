'use client';

import { useMutation } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { FormProblem } from '@/features/auth/form-problem';
import { refusalOf } from '@/features/frame/refusal';
import { useTRPC } from '@/trpc/client';

export interface OpenOrganizationProps {
  readonly organizationId: string;
  readonly organizationName: string;
}

/** The way into an organization for a member of it, whichever they act in now. */
export function OpenOrganization({ organizationId, organizationName }: OpenOrganizationProps) {
  const enter = useMutation({
    ...useTRPC().session.switchOrganization.mutationOptions(),
    // A full load: the session acts in another organization from here on.
    onSuccess: () => window.location.assign('/'),
  });
  return (
    <div className="grid gap-4">
      <FormProblem>{enter.error && refusalOf(enter.error, 'It was not opened.')}</FormProblem>
      <Button
        variant="primary"
        size="lg"
        className="h-auto min-h-10 py-2 whitespace-normal"
        loading={enter.isPending || enter.isSuccess}
        onClick={() => enter.mutate({ organizationId })}
      >
        <span className="min-w-0 wrap-anywhere">Open {organizationName}</span>
      </Button>
    </div>
  );
}
