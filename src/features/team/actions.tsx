'use client';

import { Button } from '@/components/ui/button';
import { useLate } from '@/features/frame/late';

const loadDialog = () => import('./dialog');

/** Creates a team. */
export function CreateTeam() {
  const { code, opener } = useLate(loadDialog);
  const button = (
    <Button variant="primary" {...(code ? {} : opener)}>
      Create a team
    </Button>
  );
  return code ? <code.CreateTeam trigger={button} /> : button;
}
