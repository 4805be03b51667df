import { z } from 'zod';
import { WAIVER_SCOPES } from '@/domain/waiver/waiver';
import type { IgnoreFile } from '@/domain/waiver-import/read';

/** Fields of the form; what is left empty is not said. */
export const importSchema = z
  .object({
    content: z.string().min(1, 'Choose a file'),
    file: z.enum(['.trivyignore', '.trivyignore.yaml', '.snyk']),
    scope: z.enum(WAIVER_SCOPES),
    project: z.string(),
    image: z.string(),
    reason: z.string(),
    endsOn: z.string(),
  })
  .refine(({ scope, project }) => scope !== 'project' || project.trim() !== '', {
    path: ['project'],
    error: 'Name the project',
  })
  .refine(({ scope, image }) => scope !== 'image' || image.trim() !== '', {
    path: ['image'],
    error: 'Name the image',
  });

export type EnteredImport = z.output<typeof importSchema>;

const given = (text: string) => (text.trim() === '' ? null : text.trim());

/** Makes the body of `waiver.import`. */
export function importBodyOf(entered: EnteredImport, preview: boolean) {
  const { file, content, scope, project, image, reason, endsOn } = entered;
  return {
    ...{ file, content, scope, preview },
    project_name: scope === 'organization' ? null : given(project),
    image_name: scope === 'image' ? given(image) : null,
    reason: given(reason),
    ends_on: given(endsOn),
  };
}

/** The kind of a file by its name: whatever is none of the others is read line by line. */
export function fileKindOf(name: string): IgnoreFile {
  if (name.endsWith('.snyk')) return '.snyk';
  return /\.ya?ml$/i.test(name) ? '.trivyignore.yaml' : '.trivyignore';
}
