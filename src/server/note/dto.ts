import type { NoteRow } from './repository';
import { z } from 'zod';
import { instant } from '@/server/platform/trpc/outputs';

export function toNoteRecord(row: NoteRow) {
  return {
    id: row.id,
    note_content: row.content,
    eol_software: row.eolSoftware,
    product_name: row.productName,
    user_profile: row.userProfile,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

export const noteRecord = z
  .object({
    id: z.guid(),
    note_content: z.string().nullable(),
    eol_software: z.string().describe('What the note was written on: a finding’s id or a product'),
    product_name: z.string(),
    user_profile: z.string().nullable().describe('Whoever wrote it'),
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'Note' });
