'use client';

import { useMutation } from '@tanstack/react-query';
import { toast } from '@/components/ui/toast';
import { useTRPC } from '@/trpc/client';

/**
 * Makes the session act in another of the reader's organizations, then calls `onSwitched`. From a page of one
 * organization to a page of another only a full load may follow: nothing that was read stays around.
 */
export function useSwitch(onSwitched: (organizationId: string) => void) {
  return useMutation({
    ...useTRPC().session.switchOrganization.mutationOptions(),
    onSuccess: (_done, { organizationId }) => onSwitched(organizationId),
    onError: () => toast.error('The organization could not be changed. Nothing else was.'),
  });
}
