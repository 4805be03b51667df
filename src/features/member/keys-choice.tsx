'use client';

import { useQuery } from '@tanstack/react-query';
import { Checkbox } from '@/components/ui/checkbox';
import type { PersonRole } from '@/domain/roles/permissions';
import { ROLE_NAMES } from '@/features/frame/role-words';
import { useTRPC } from '@/trpc/client';

export interface KeysChoiceProps {
  readonly userId: string;
  /** What the member is to become; null: nothing. */
  readonly role: PersonRole | null;
  readonly revoke: boolean;
  readonly onChange: (revoke: boolean) => void;
}

/** The keys that a member could go on using with more rights than they have from now on, to be revoked or not. */
export function KeysChoice({ userId, role, revoke, onChange }: KeysChoiceProps) {
  const keys = useQuery(useTRPC().member.keys.queryOptions({ userId, role }));
  if (keys.isPending) return <p className="text-sm text-muted">Looking for their API keys …</p>;
  if (keys.error) return <Unknown />;
  if (keys.data.length === 0)
    return <p className="text-sm text-muted">No API key of theirs is left.</p>;
  return (
    <div className="grid gap-2 text-sm">
      <p>API keys that they created and may know:</p>
      <ul aria-label="API keys" className="max-h-40 list-disc overflow-y-auto pl-5">
        {keys.data.map(({ id, name, role: keyRole, prefix }) => (
          <li key={id} className="wrap-anywhere">
            {name} <span className="text-muted">({ROLE_NAMES[keyRole].toLowerCase()}, </span>
            <code className="font-mono text-xs">{prefix}</code>
            <span className="text-muted">)</span>
          </li>
        ))}
      </ul>
      <Checkbox
        label={keys.data.length === 1 ? 'Revoke it' : 'Revoke them all'}
        checked={revoke}
        onCheckedChange={(checked) => onChange(checked === true)}
      />
      {!revoke && <p className="text-muted">They go on working, and are marked under API keys.</p>}
    </div>
  );
}

function Unknown() {
  return (
    <p className="text-sm text-muted">
      Their API keys could not be loaded. Those that go on working are marked under API keys.
    </p>
  );
}
