'use client';

import { useState } from 'react';
import { KeyRound } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import type { Shown } from './api-key-rows';
import { CreateKeyForm } from './create-key-form';

export interface CreateKeyProps {
  readonly today: string;
  readonly onShown: (shown: Shown) => void;
}

/** The button that makes a key, and its form. The key itself appears on the page, where nothing closes it by accident. */
export function CreateKey({ today, onShown }: CreateKeyProps) {
  const [open, setOpen] = useState(false);
  return (
    <Dialog
      title="Create an API key"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant="primary">
          <KeyRound aria-hidden />
          Create a key
        </Button>
      }
    >
      <CreateKeyForm
        today={today}
        onCreated={(key) => {
          setOpen(false);
          onShown({ key, by: 'creation' });
        }}
      />
    </Dialog>
  );
}
