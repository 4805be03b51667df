'use client';

import { createContext, use, type ReactNode } from 'react';
import { can, type Permission, type PersonRole } from '@/domain/roles/permissions';

/** Person who looks at the page. */
export interface Reader {
  readonly name: string;
  readonly email: string;
  readonly role: PersonRole;
  /** Whether they are an operator of the installation. */
  readonly isOperator: boolean;
}

const Context = createContext<Reader | null>(null);

/** Provides the reader. Hiding what they may not do is a courtesy: the server decides. */
export function ReaderProvider({ reader, children }: { reader: Reader; children: ReactNode }) {
  return <Context value={reader}>{children}</Context>;
}

/** Tells whether the reader's role allows something. */
export function useMay(permission: Permission): boolean {
  const reader = use(Context);
  return reader !== null && can(reader.role, permission);
}

/** Returns the reader's role; null where nobody in particular reads. */
export function useReaderRole(): PersonRole | null {
  return use(Context)?.role ?? null;
}

/** Tells whether the reader is an operator of the installation. */
export function useIsOperator(): boolean {
  return use(Context)?.isOperator ?? false;
}
