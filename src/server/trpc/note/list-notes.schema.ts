import { z } from 'zod';
import { rest } from '../meta';
import { noteRecord } from './note-record.schema';

export const listNotesOutput = z.array(noteRecord);

export const listNotesMeta = rest({
  method: 'GET',
  path: '/notes',
  summary: 'List notes',
  description:
    'All notes of the organization, one a product and 1,000 at most. By product, without regard to case, then id.',
  tag: 'Notes',
});
