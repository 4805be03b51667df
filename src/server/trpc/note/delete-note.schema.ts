import { z } from 'zod';
import { recordId } from '../inputs';
import { rest } from '../meta';
import { noteRecord } from './note-record.schema';

export const deleteNoteInput = z.object({ id: recordId });

export const deleteNoteOutput = noteRecord;

export const deleteNoteMeta = rest({
  method: 'DELETE',
  path: '/notes/{id}',
  summary: 'Delete a note',
  description: 'Answers with the deleted note.',
  tag: 'Notes',
  errors: [404],
});
