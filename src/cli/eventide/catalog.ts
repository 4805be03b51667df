import * as z from 'zod';
import type { Arguments } from './arguments';
import { runFileCommand } from './file';
import type { Surroundings } from './given';
import { SIGNS } from './policy';

const changes = z.object({
  applied: z.boolean(),
  changes: z.array(
    z.object({
      ...{ change: z.string(), line: z.number().nullable(), slug: z.string() },
      fields: z.array(
        z.object({
          field: z.string(),
          before: z.string().nullable(),
          after: z.string().nullable(),
        }),
      ),
    }),
  ),
});

/** Writes the products of the organization's own as a file, says what one at hand would change, or applies it. */
export function runCatalogCommand(args: Arguments, around: Surroundings): Promise<void> {
  return runFileCommand(args, around, {
    path: 'api/own_catalog',
    words: (answer) => {
      const parsed = changes.safeParse(answer);
      return parsed.success ? toText(parsed.data) : null;
    },
  });
}

function toText({ applied, changes: listed }: z.output<typeof changes>): string {
  const lines = listed.flatMap(({ change, line, slug, fields }) => [
    `${SIGNS.get(change) ?? '?'} ${slug}${line === null ? '' : `  (line ${String(line)})`}`,
    ...fields.map(
      ({ field, before, after }) => `    ${field}: ${before ?? 'nothing'} => ${after ?? 'nothing'}`,
    ),
  ]);
  const end =
    listed.length === 0
      ? 'Nothing changes.'
      : `${String(listed.length)} of them ${applied ? 'applied' : 'to be applied'}.`;
  return `${[...lines, end].join('\n')}\n`;
}
