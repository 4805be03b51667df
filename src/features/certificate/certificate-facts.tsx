import { TriangleAlert } from 'lucide-react';
import { DateTime } from '@/components/status/date-time';
import { RelativeDate } from '@/components/status/relative-date';
import { CodeBlock } from '@/components/ui/code-block';
import { FactList } from '@/components/ui/fact-list';
import { EXPIRY_WORDS, formatDay } from '@/lib/dates';
import type { Outputs } from '@/trpc/outputs';
import { validityOf, type Validity } from './validity';

export interface CertificateFactsProps {
  readonly certificate: Outputs['certificate']['get'];
  readonly today: string;
}

/** What a certificate says of itself, a warning before it ends, and its text. */
export function CertificateFacts({ certificate, today }: CertificateFactsProps) {
  const validity = validityOf(certificate, today);
  const warning = warningOf(validity, certificate.not_before.slice(0, 10));
  const count = certificate.certificate.split('-----BEGIN CERTIFICATE-----').length - 1;
  return (
    <div className="grid min-w-0 gap-4">
      {warning !== null && (
        <p
          role="note"
          className="flex items-start gap-2 rounded-md border border-l-2 border-l-danger-text bg-surface px-3 py-2 text-sm"
        >
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger-text" />
          {warning}
        </p>
      )}
      <section aria-label="Facts" className="rounded-md border bg-surface px-4 py-3">
        <FactList
          facts={[
            { label: 'Subject', value: certificate.subject || 'It names none' },
            { label: 'Issuer', value: certificate.issuer || 'It names none' },
            {
              label: 'Valid from',
              value: <DateTime value={certificate.not_before} show="day" />,
            },
            {
              label: 'Valid until',
              value: (
                <RelativeDate
                  day={certificate.not_after.slice(0, 10)}
                  today={today}
                  words={EXPIRY_WORDS}
                />
              ),
            },
            ...(count > 1
              ? [
                  {
                    label: 'Holds',
                    value: `${count} certificates; these are the first one’s facts`,
                  },
                ]
              : []),
            { label: 'Stored', value: <DateTime value={certificate.updated_at} /> },
          ]}
        />
      </section>
      <details className="min-w-0">
        <summary className="text-sm text-muted">Show the text (PEM)</summary>
        <CodeBlock code={certificate.certificate} label="The certificate in PEM" className="mt-2" />
      </details>
    </div>
  );
}

function warningOf(validity: Validity, from: string): string | null {
  switch (validity) {
    case 'expired':
      return 'This certificate has expired: scanners can no longer verify signatures with it. Store the one that replaces it.';
    case 'ends soon':
      return 'This certificate expires soon. Store the one that replaces it before that day.';
    case 'not yet':
      return `This certificate holds from ${formatDay(from)} on; until then no signature can be verified with it.`;
    case 'valid':
      return null;
  }
}
