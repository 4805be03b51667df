'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { useAskedOpen } from '@/features/frame/asked-open';
import { useLate } from '@/features/frame/late';

const loadDialog = () => import('./dialog');

/** Creates a team. */
export function CreateTeam() {
  const { code, opener } = useLate(loadDialog);
  // A dialog of its own each time that the address asks: it is open to begin with.
  const [asked, setAsked] = useState(0);
  useAskedOpen(() => {
    opener.onClick();
    setAsked(asked + 1);
  });
  const button = (
    <Button variant="primary" {...(code ? {} : opener)}>
      Create a team
    </Button>
  );
  return code ? <code.CreateTeam key={asked} trigger={button} /> : button;
}
