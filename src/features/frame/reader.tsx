'use client';

import { createContext, use, type ReactNode } from 'react';
import { can, type Permission, type PersonRole } from '@/domain/roles/permissions';

/** Who looks at the page, and as what. */
export interface Reader {
  readonly name: string;
  readonly email: string;
  readonly role: PersonRole;
  /** Whether they look after the installation too. */
  readonly isOperator: boolean;
}

const Context = createContext<Reader | null>(null);

/** Tells everything below who the reader is. Hiding what they may not do is a courtesy: the server decides. */
export function ReaderProvider({ reader, children }: { reader: Reader; children: ReactNode }) {
  return <Context value={reader}>{children}</Context>;
}

/** Whether the reader's role allows something. */
export function useMay(permission: Permission): boolean {
  const reader = use(Context);
  return reader !== null && can(reader.role, permission);
}

/** Whether the reader looks after the installation. */
export function useIsOperator(): boolean {
  return use(Context)?.isOperator ?? false;
}
