'use client';

import { useState, type SubmitEvent } from 'react';
import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { CopyButton } from '@/components/ui/copy-button';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useTRPC } from '@/trpc/client';

export interface KeyStepProps {
  /** The key created on this page; shown only here and only now. */
  secret: string | null;
  onCreated: (secret: string) => void;
}

const LONGEST_NAME = 255;

/** Creates a key that can upload scans and nothing more, and shows it once. */
export function KeyStep({ secret, onCreated }: KeyStepProps) {
  const [name, setName] = useState('First scanner');
  const create = useMutation({
    ...useTRPC().apiKey.create.mutationOptions(),
    onSuccess: ({ key }) => onCreated(key),
  });
  if (secret !== null) return <Secret secret={secret} />;

  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (name.trim()) create.mutate({ body: { name: name.trim(), role: 'scanner' } });
  };
  return (
    <form onSubmit={onSubmit} className="flex max-w-xl flex-wrap items-end gap-2">
      <Field
        label="Name"
        hint="It can upload scans and read policies, nothing else."
        error={create.error && 'The key could not be created. Nothing was changed; try again.'}
        className="grow"
      >
        <Input
          value={name}
          onChange={(event) => setName(event.target.value)}
          maxLength={LONGEST_NAME}
          autoComplete="off"
        />
      </Field>
      <Button type="submit" variant="primary" loading={create.isPending} className="sm:mb-5.5">
        <KeyRound aria-hidden />
        Create a key
      </Button>
    </form>
  );
}

function Secret({ secret }: { secret: string }) {
  return (
    <div role="status" className="grid max-w-xl gap-1.5">
      <div className="flex items-center gap-2 rounded-md border border-accent-text bg-accent-soft py-1 pr-1 pl-3">
        <code className="min-w-0 grow font-mono text-xs wrap-anywhere">{secret}</code>
        <CopyButton value={secret} label="Copy the key" autoFocus />
      </div>
      <p className="text-xs text-muted">
        Shown this once. It is already in the commands below; keep it where your other secrets are.
      </p>
    </div>
  );
}
