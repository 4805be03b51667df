'use client';

import { useSyncExternalStore } from 'react';
import { CodeBlock } from '@/components/ui/code-block';

/**
 * The addresses that stand for a reader's own server, with the port that scanners' recipes have. The audience of build tokens
 * names an organization besides, and stays the example that it is.
 */
const EXAMPLE =
  /https:\/\/eventide\.example\.com(?::8443)?(?![\w.:-]|\/build\/)|http:\/\/localhost:3000/g;

const never = () => () => undefined;

/**
 * Shows a block of code with the address under which the reader has the page open in the place of the example's. The page
 * itself is the same for everybody: without JavaScript the example stays.
 */
export function OwnAddress({ code, label }: { readonly code: string; readonly label: string }) {
  const origin = useSyncExternalStore(
    never,
    () => window.location.origin,
    () => null,
  );
  const filled = origin === null ? code : code.replaceAll(EXAMPLE, () => origin);
  return <CodeBlock code={filled} label={label} className="my-1" />;
}
