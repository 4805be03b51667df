'use client';

import { useState } from 'react';
import { Plus } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { CreateOrganization } from './create-organization';

/** The button that asks for a new organization. */
export function AnotherOrganization() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Plus aria-hidden />
        Create an organization
      </Button>
      <CreateOrganization open={open} onOpenChange={setOpen} />
    </>
  );
}
