'use client';

import { useId, type ComponentProps } from 'react';
import { Input } from '@/components/ui/input';

export interface SuggestedInputProps extends ComponentProps<typeof Input> {
  suggestions: readonly string[];
}

/** A line of text with what is likely to be meant. Anything else can be written too. */
export function SuggestedInput({ suggestions, ...rest }: SuggestedInputProps) {
  const id = useId();
  return (
    <>
      <Input list={id} autoComplete="off" spellCheck={false} {...rest} />
      <datalist id={id}>
        {suggestions.map((text) => (
          <option key={text} value={text} />
        ))}
      </datalist>
    </>
  );
}
