import { z } from 'zod';
import type { InventoryDocument } from '@/domain/inventory/document';
import { RELEASE } from '@/domain/release';
import { REPORTS, REPORT_FORMATS, reportAccepted } from '@/domain/report/formats';
import type { JsonSchema } from '@/domain/openapi/document';
import type { CheckedDocument } from '@/domain/report/report';
import { storedText } from '@/domain/validation/fields';
import type { RequestContext } from '@/server/platform/trpc/context';

/** Media types of the reports, for the API's document. */
export const REPORT_TYPES = [
  ...new Set(REPORT_FORMATS.map((name) => REPORTS[name].accept).filter((type) => type !== null)),
];

/** The reports that are JSON of GitLab's own, for the API's document. */
export const JSON_REPORTS: readonly JsonSchema[] = [
  {
    title: 'GitLab code quality',
    description: 'With `format=gitlab-code-quality`',
    type: 'array',
    items: {
      type: 'object',
      required: ['description', 'check_name', 'fingerprint', 'severity', 'location'],
    },
  },
  {
    title: 'GitLab dependency scanning',
    description: 'With `format=gitlab-dependency-scanning`',
    type: 'object',
    required: ['version', 'scan', 'vulnerabilities'],
  },
];

/** Parameters by which a caller asks for a report in the place of JSON. */
export const reportInput = {
  format: z
    .enum(['json', ...REPORT_FORMATS])
    .describe(
      'The form of the answer; left out: as `Accept` says, else JSON. `sarif` for GitHub, `sarif-suppressions` for tools that read what is waived as suppressed, `junit` for Jenkins and others, `gitlab-code-quality` and `gitlab-dependency-scanning` for GitLab, `markdown` for a comment, `text` for people',
    )
    .optional(),
  location: storedText(1_024)
    .describe(
      'The file of the repository that a report points at, such as `Dockerfile` or `package-lock.json`; left out: `Dockerfile` for an image, else `sbom.json`',
    )
    .optional(),
};

type Asked = z.output<z.ZodObject<typeof reportInput>>;

/** The subject of a report, as the caller or the document names it. */
interface Reported {
  readonly project: string | null;
  readonly name?: string | undefined;
  readonly tag?: string | undefined;
  readonly isImage: boolean;
}

/** Gives the subject of a document; the caller's names go before its own. */
export function reportedSubject(
  { subject }: Pick<InventoryDocument, 'subject'>,
  given: Partial<Record<'project' | 'name' | 'tag', string | null>> = {},
): Reported {
  return {
    project: given.project ?? null,
    name: given.name ?? subject?.name,
    tag: given.tag ?? subject?.tag ?? undefined,
    isImage: subject?.kind === 'image',
  };
}

/** Puts a report in the place of the answer's JSON, where the caller asks for one. */
export function answerWithReport(
  { accept = null, answerWith, deps }: RequestContext,
  { format, location }: Asked,
  { project, name = '', tag = '', isImage }: Reported,
  answer: CheckedDocument,
): void {
  const report = format === undefined ? reportAccepted(accept) : format === 'json' ? null : format;
  if (report === null || !answerWith) return;
  const { contentType, write } = REPORTS[report];
  const named = [name, tag].filter((part) => part !== '').join(':');
  const text = write(answer, {
    subject: named === '' ? 'SBOM' : named,
    project,
    location: withoutDot(location ?? (isImage ? 'Dockerfile' : 'sbom.json')),
    ...{ version: RELEASE, at: deps.clock.now() },
  });
  answerWith({ document: { contentType, text } });
}

/** GitHub and GitLab find no file below `./`. */
function withoutDot(location: string): string {
  return location.replace(/^(?:\.?\/)+/, '');
}
