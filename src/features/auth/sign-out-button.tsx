'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { signOut } from './sign-out';

export interface SignOutButtonProps {
  readonly label?: string;
  /** Where to go afterwards, when not to the sign-in page; a path of this site. */
  readonly destination?: string;
}

export function SignOutButton({ label = 'Sign out', destination }: SignOutButtonProps) {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  return (
    <div className="grid justify-items-start gap-2">
      <Button
        loading={busy}
        onClick={() => {
          setBusy(true);
          setFailed(false);
          signOut(destination).catch(() => {
            setBusy(false);
            setFailed(true);
          });
        }}
      >
        {label}
      </Button>
      <p role="alert" className="text-sm text-danger-text empty:hidden">
        {failed && 'Signing out did not work. Try again.'}
      </p>
    </div>
  );
}
