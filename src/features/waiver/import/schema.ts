import { z } from 'zod';
import type { IgnoreFile } from '@/domain/waiver-import/read';
import { addPlaceIssues, given, placeBodyOf, placeShape } from '../place/schema';

/** Fields of the form; what is left empty is not said. */
export const importSchema = z
  .object({
    content: z.string().min(1, 'Choose a file'),
    file: z.enum(['.trivyignore', '.trivyignore.yaml', '.snyk']),
    ...placeShape,
    reason: z.string(),
    endsOn: z.string(),
  })
  .check(addPlaceIssues);

export type EnteredImport = z.output<typeof importSchema>;

/** Makes the body of `waiver.import`. */
export function importBodyOf(entered: EnteredImport, preview: boolean) {
  const { file, content, reason, endsOn } = entered;
  return {
    ...{ file, content, preview },
    ...placeBodyOf(entered),
    reason: given(reason),
    ends_on: given(endsOn),
  };
}

/** The kind of a file by its name: whatever is none of the others is read line by line. */
export function fileKindOf(name: string): IgnoreFile {
  if (name.endsWith('.snyk')) return '.snyk';
  return /\.ya?ml$/i.test(name) ? '.trivyignore.yaml' : '.trivyignore';
}
