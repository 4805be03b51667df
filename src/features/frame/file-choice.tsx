'use client';

import { useId } from 'react';
import { FileUp } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { faultsIn } from '@/trpc/query-client';

export interface FileChoiceProps {
  onText: (text: string) => void;
}

/** Reads a file of the reader's choice as text. */
export function FileChoice({ onText }: FileChoiceProps) {
  const id = useId();
  return (
    <Button asChild>
      <label htmlFor={id} className="cursor-pointer has-focus-visible:outline-2">
        <FileUp aria-hidden />
        Choose a file
        <input
          id={id}
          type="file"
          accept=".yaml,.yml,.json"
          className="sr-only"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            void file?.text().then(onText);
            // The same file can be chosen again once it was corrected.
            target.value = '';
          }}
        />
      </label>
    </Button>
  );
}

/** Says why a file was refused as a whole, with everything that is wrong in it. */
export function RefusedFile({ error }: { error: unknown }) {
  const faults = faultsIn(error);
  return (
    <section role="alert" className="mt-3 rounded-md border border-danger-text px-3 py-2 text-sm">
      <p className="font-medium">Nothing was changed.</p>
      {faults.length > 0 ? (
        <ul className="list-disc pl-5">
          {faults.map((fault) => (
            <li key={fault} className="wrap-anywhere">
              {fault}
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-muted">{error instanceof Error ? error.message : 'Try it again.'}</p>
      )}
    </section>
  );
}
