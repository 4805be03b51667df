'use client';

import { createContext, use, useMemo, useState, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { TextLink } from '@/components/ui/text-link';
import type { Shown } from '@/features/api-key/table';
import { useLate } from '@/features/frame/late';
import { hrefs } from '@/features/hrefs';
import { ServerCalls } from '@/trpc/client';

/** With the rules of the form: most readers make none. */
const loadForm = () => import('@/features/api-key/form');

/** What stands for a key in the examples. */
export const EXAMPLE_KEY = 'evt_…';

/** A reader who may make keys, and where. */
export interface KeyMaker {
  readonly organizationId: string;
  readonly organizationName: string;
  /** A UTC day. */
  readonly today: string;
}

interface OwnKey {
  readonly maker: KeyMaker;
  /** Made on these pages; null: none yet. It is nowhere but in this state: leaving the documentation forgets it. */
  readonly made: Shown['key'] | null;
  readonly onMade: (shown: Shown) => void;
}

const Context = createContext<OwnKey | null>(null);

export interface OwnKeysProps {
  /** Null for everybody else, who sees the examples as they are written. */
  readonly maker: KeyMaker | null;
  readonly children: ReactNode;
}

/** Lets whoever may make keys make one here, and have it in the examples of all pages of the documentation. */
export function OwnKeys({ maker, children }: OwnKeysProps) {
  const [made, setMade] = useState<Shown['key'] | null>(null);
  const value = useMemo(
    () => maker && { maker, made, onMade: ({ key }: Shown) => setMade(key) },
    [maker, made],
  );
  return <Context value={value}>{children}</Context>;
}

/** The key that was made here, for the examples; null: they stay as they are. */
export function useMadeKey(): string | null {
  return use(Context)?.made?.key ?? null;
}

/** Stands above an example with a key: makes one, or says which one is in it. Nothing for who may not. */
export function useKeyHeader(code: string): ReactNode {
  const own = use(Context);
  if (!own || !code.includes(EXAMPLE_KEY)) return null;
  const { maker, made, onMade } = own;
  if (made)
    return (
      <span className="py-1.5 wrap-anywhere">
        With the key {made.name}, until you leave the documentation. It is listed under{' '}
        <TextLink href={hrefs.settings.apiKeys}>API keys</TextLink>.
      </span>
    );
  return (
    <ServerCalls shown={shownOf(maker)}>
      <FillInKey maker={maker} onMade={onMade} />
    </ServerCalls>
  );
}

function FillInKey({ maker, onMade }: Pick<OwnKey, 'maker' | 'onMade'>) {
  const { code, opener } = useLate(loadForm);
  const button = (
    <Button size="sm" variant="ghost" className="-ml-2" {...(code ? {} : opener)}>
      Fill in a new key
    </Button>
  );
  if (!code) return button;
  return (
    <code.CreateKey
      today={maker.today}
      organizationName={maker.organizationName}
      onShown={onMade}
      trigger={button}
      startsOpen
    />
  );
}

/** The server refuses a key that would be made in another organization than the one named here. */
function shownOf({ organizationId }: KeyMaker) {
  return { organizationId, onElsewhere: () => window.location.reload(), instead: null };
}
