'use client';

import { createContext, use, type ReactNode } from 'react';
import type { DirectoryKind } from '@/domain/user/provider';
import { DIRECTORY_WORDS, type DirectoryWords } from './directory-words';

const Context = createContext<DirectoryKind>('built-in');

/** Tells everything below where members are kept. */
export function DirectoryProvider({
  kind,
  children,
}: {
  kind: DirectoryKind;
  children: ReactNode;
}) {
  return <Context value={kind}>{children}</Context>;
}

/** What can be said, and promised, of members and invitations here. */
export function useDirectoryWords(): DirectoryWords {
  return DIRECTORY_WORDS[use(Context)];
}
