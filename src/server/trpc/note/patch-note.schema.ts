import { z } from 'zod';
import { storedText } from '@/domain/validation/stored-text';
import { recordId } from '../inputs';
import { rest } from '../meta';
import { MAX_NOTE_LENGTH } from './create-note.schema';
import { noteRecord } from './note-record.schema';

export const patchNoteInput = z.object({
  id: recordId,
  body: z
    .object({ note_content: storedText(MAX_NOTE_LENGTH).nullable() })
    .meta({ id: 'NotesPatchModel' }),
});

export const patchNoteOutput = noteRecord;

export const patchNoteMeta = rest({
  method: 'PATCH',
  path: '/notes/{id}',
  summary: 'Change a note',
  description: 'Null clears its text.',
  tag: 'Notes',
  errors: [404],
  body: 'json',
});
