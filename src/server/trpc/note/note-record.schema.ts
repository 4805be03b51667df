import { z } from 'zod';
import { instant } from '../outputs';

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
