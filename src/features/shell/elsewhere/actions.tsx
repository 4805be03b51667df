'use client';

import { Button } from '@/components/ui/button';
import type { RecordKind } from '@/domain/organization';
import { useOrganizations, useSwitch } from '../organizations';

export interface OpenElsewhereProps {
  kind: RecordKind;
  holders: readonly { readonly organizationId: string; readonly organizationName: string }[];
}

/** Switches to an organization that has the record. */
export function OpenElsewhere({ kind, holders }: OpenElsewhereProps) {
  const { active } = useOrganizations();
  // The same address, as it looks from there.
  const change = useSwitch(() => window.location.reload());
  const names = holders.map(({ organizationName }) => organizationName);
  return (
    <div className="grid justify-items-start gap-4 py-6">
      <div className="grid gap-1">
        <h1 className="max-w-prose text-xl font-semibold tracking-tight wrap-anywhere">
          This {kind} belongs to {names.join(' and to ')}
        </h1>
        <p className="max-w-prose wrap-anywhere text-muted">
          You are in {active.organizationName} now, and a member of both.
        </p>
      </div>
      {holders.map(({ organizationId, organizationName }) => (
        <Button
          key={organizationId}
          variant="primary"
          className="h-auto min-h-8 max-w-full shrink py-1 text-left wrap-anywhere whitespace-normal"
          loading={change.isPending || change.isSuccess}
          onClick={() => change.mutate({ organizationId })}
        >
          Switch to {organizationName} and open it
        </Button>
      ))}
    </div>
  );
}
