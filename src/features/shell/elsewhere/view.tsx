import type { ReactNode } from 'react';
import type { RecordKind } from '@/domain/record-kind';
import { callServer, isRefused, pageAddress } from '@/trpc/server';
import { OpenElsewhere } from './actions';

export interface ElsewhereProps {
  kind: RecordKind;
  /** Reads the record in the reader's organization, once for each request; null when there is none. */
  load: (name: string) => Promise<unknown>;
  /** What there is to say when no organization of the reader's has it. */
  children: ReactNode;
}

/**
 * For the not-found page of a record: offers to go where it is, when that is another organization of the
 * reader's own. Next renders these pages along with every page, shown or not: nothing is looked for while the
 * record is here.
 */
export async function Elsewhere({ kind, load, children }: ElsewhereProps) {
  // "/images/<name>", with a page of the record's own perhaps behind it.
  const name = decodeName((await pageAddress()).split(/[/?]/)[2]);
  if (name === null || (await load(name)) !== null) return children;
  const places = await placesOf({ kind, name });
  return places.length === 0 ? children : <OpenElsewhere kind={kind} places={places} />;
}

async function placesOf(record: { kind: RecordKind; name: string }) {
  try {
    return await callServer.session.placesOfRecord(record);
  } catch (error) {
    // Too long, or with a NUL in it: no record is named so.
    if (isRefused(error, ['BAD_REQUEST'])) return [];
    throw error;
  }
}

function decodeName(segment: string | undefined): string | null {
  try {
    return segment ? decodeURIComponent(segment) : null;
  } catch {
    return null;
  }
}
