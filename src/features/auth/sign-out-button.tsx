'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { signOut } from './sign-out';

export function SignOutButton() {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  return (
    <div className="grid justify-items-start gap-2">
      <Button
        loading={busy}
        onClick={() => {
          setBusy(true);
          setFailed(false);
          signOut().catch(() => {
            setBusy(false);
            setFailed(true);
          });
        }}
      >
        Sign out
      </Button>
      <p role="alert" className="text-sm text-danger-text empty:hidden">
        {failed && 'Signing out did not work. Try again.'}
      </p>
    </div>
  );
}
