'use client';

import { useSyncExternalStore } from 'react';
import { CodeBlock } from '@/components/ui/code-block';
import { EXAMPLE_KEY, useKeyHeader, useMadeKey } from './own-key';

/**
 * The addresses that stand for a reader's own server, with the port that scanners' recipes have. The audience of build tokens
 * names an organization besides, and stays the example that it is.
 */
const EXAMPLE =
  /https:\/\/eventide\.example\.com(?::8443)?(?![\w.:-]|\/build\/)|http:\/\/localhost:3000/g;

const never = () => () => undefined;

/**
 * Shows a block of code with the address under which the reader has the page open in the place of the example's, and with
 * the key that they made here. Without JavaScript the example stays.
 */
export function OwnExample({ code, label }: { readonly code: string; readonly label: string }) {
  const origin = useSyncExternalStore(
    never,
    () => window.location.origin,
    () => null,
  );
  const key = useMadeKey();
  const header = useKeyHeader(code);
  const located = origin === null ? code : code.replaceAll(EXAMPLE, () => origin);
  const filled = key === null ? located : located.replaceAll(EXAMPLE_KEY, () => key);
  return <CodeBlock code={filled} label={label} header={header} className="my-1" />;
}
