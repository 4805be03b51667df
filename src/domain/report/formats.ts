import { toCodeQuality, toDependencyScanning } from './gitlab';
import { toJunit } from './junit';
import type { CheckedDocument, ReportContext } from './report';
import { toSarif, toSarifWithSuppressions } from './sarif';
import { toMarkdown, toText } from './text';

interface Format {
  /** The media type that an `Accept` header asks for it by; null: only its name does. */
  readonly accept: string | null;
  readonly contentType: string;
  readonly write: (checked: CheckedDocument, context: ReportContext) => string;
}

const JSON_TYPE = 'application/json';

/** Forms that an answer about an SBOM has beside its own JSON. */
export const REPORTS = {
  sarif: {
    ...{ accept: 'application/sarif+json', contentType: 'application/sarif+json' },
    write: toSarif,
  },
  'sarif-suppressions': {
    ...{ accept: null, contentType: 'application/sarif+json' },
    write: toSarifWithSuppressions,
  },
  junit: { accept: 'application/xml', contentType: 'application/xml', write: toJunit },
  'gitlab-code-quality': { accept: null, contentType: JSON_TYPE, write: toCodeQuality },
  'gitlab-dependency-scanning': {
    accept: null,
    contentType: JSON_TYPE,
    write: toDependencyScanning,
  },
  markdown: {
    ...{ accept: 'text/markdown', contentType: 'text/markdown; charset=utf-8' },
    write: toMarkdown,
  },
  text: { accept: 'text/plain', contentType: 'text/plain; charset=utf-8', write: toText },
} as const satisfies Readonly<Record<string, Format>>;
export type ReportFormat = keyof typeof REPORTS;

// The keys of a literal object are its names.
export const REPORT_FORMATS = Object.keys(REPORTS) as [ReportFormat, ...ReportFormat[]];

/**
 * Finds the report that an `Accept` header asks for; null: JSON, also for a header that asks for what there is not.
 * Qualities are heeded; of two that are asked for alike the first counts.
 */
export function reportAccepted(accept: string | null): ReportFormat | null {
  const wanted = (accept ?? '')
    .split(',')
    .map((part) => {
      const [type = '', ...parameters] = part.split(';').map((one) => one.trim().toLowerCase());
      const quality = parameters.find((one) => one.startsWith('q='))?.slice(2);
      return { type, quality: quality === undefined ? 1 : Number(quality) || 0 };
    })
    .filter(({ quality }) => quality > 0)
    .sort((left, right) => right.quality - left.quality);
  for (const { type } of wanted) {
    if (type === JSON_TYPE || type === '*/*' || type === 'application/*') return null;
    const found = REPORT_FORMATS.find((name) => REPORTS[name].accept === type);
    if (found) return found;
  }
  return null;
}
