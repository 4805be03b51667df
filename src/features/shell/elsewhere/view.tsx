import type { ReactNode } from 'react';
import type { RecordKind } from '@/domain/organization';
import { callServer, isRefused, pageAddress } from '@/trpc/server';
import { OpenElsewhere } from './actions';

export interface ElsewhereProps {
  kind: RecordKind;
  /** Reads the record in the active organization, once per request; null when there is none. */
  load: (name: string) => Promise<unknown>;
  /** Content when none of the reader's organizations has the record. */
  children: ReactNode;
}

/**
 * Offers, on the not-found page of a record, to switch to another of the reader's organizations that has it.
 * Next renders these pages along with every page, shown or not: nothing is looked up while the record is here.
 */
export async function Elsewhere({ kind, load, children }: ElsewhereProps) {
  // "/images/<name>", with a page of the record's own perhaps behind it.
  const name = decodeName((await pageAddress()).split(/[/?]/)[2]);
  if (name === null || (await load(name)) !== null) return children;
  const holders = await holdersOf({ kind, name });
  return holders.length === 0 ? children : <OpenElsewhere kind={kind} holders={holders} />;
}

async function holdersOf(record: { kind: RecordKind; name: string }) {
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
