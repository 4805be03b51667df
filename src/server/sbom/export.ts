import { z } from 'zod';
import type { InventoryDocument } from '@/domain/inventory/document';
import { checkedSource, type GivenSubject } from '@/domain/inventory/upload';
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
  category: storedText(256)
    .describe(
      'Tells a report apart from others of the same project and name, which SARIF and GitLab take for the one before: a variant, a platform',
    )
    .optional(),
};

type Asked = z.output<z.ZodObject<typeof reportInput>>;

/** The subject of a report, as the caller or the document names it. */
interface Reported {
  readonly project: string | null;
  /** With its tag, as far as anybody says it. */
  readonly subject: string;
  readonly name: string;
  readonly isImage: boolean;
}

const UNNAMED = 'SBOM';

/** Gives the subject of a document; the caller's names go before its own. What is a tag is as an upload would read it. */
export function reportedSubject(
  document: InventoryDocument,
  given: Omit<GivenSubject, 'labels'>,
): Reported {
  const { subject } = document;
  const parts = [given.name ?? subject?.name, given.tag ?? subject?.tag].filter(Boolean);
  return {
    project: given.project,
    subject: parts.join(':') || UNNAMED,
    name: checkedSource(document, { ...given, labels: {} })?.name || UNNAMED,
    isImage: subject?.kind === 'image',
  };
}

/** Puts a report in the place of the answer's JSON, where the caller asks for one. */
export function answerWithReport(
  { accept = null, answerWith, deps }: RequestContext,
  { format, location, category }: Asked,
  { project, subject, name, isImage }: Reported,
  answer: CheckedDocument,
): void {
  const report = format === undefined ? reportAccepted(accept) : format === 'json' ? null : format;
  if (report === null || !answerWith) return;
  const { contentType, write } = REPORTS[report];
  const text = write(answer, {
    ...{ subject, name, project, category: category ?? null },
    location: withoutDot(location?.trim() ? location : isImage ? 'Dockerfile' : 'sbom.json'),
    ...{ version: RELEASE, at: deps.clock.now() },
  });
  answerWith({ document: { contentType, text } });
}

/** GitHub and GitLab find no file below `./`. */
function withoutDot(location: string): string {
  return location.replace(/^(?:\.?\/)+/, '');
}
