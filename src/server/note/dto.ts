import type { NoteRow } from './queries';

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
