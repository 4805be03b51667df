'use client';

import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { Loading } from '@/components/feedback/loading';
import { NoData } from '@/components/feedback/no-data';
import { Stack } from '@/components/layout/stack';
import { DateTime } from '@/components/status/date-time';
import { RelativeDate } from '@/components/status/relative-date';
import { CodeBlock } from '@/components/ui/code-block';
import { FactList } from '@/components/ui/fact-list';
import { CallFailure } from '@/features/frame/call-failure';
import { useMay } from '@/features/frame/reader';
import { SectionHead } from '@/features/frame/section';
import { expiryWords } from '@/lib/dates';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { StoreCertificate } from './form';
import { validityOf, type Validity } from './words';

/** Shows the certificate that scanners verify image signatures with. */
export function CertificateView({ now }: { now: string }) {
  const mayWrite = useMay('certificate:write');
  const certificate = useQuery(useTRPC().certificate.find.queryOptions());
  const known = certificate.data;
  return (
    <Stack className="max-w-3xl">
      <SectionHead
        title="Certificate"
        actions={known && mayWrite && <StoreCertificate stored={known.certificate} />}
      >
        Scanners fetch it to verify the signatures of images, under a policy of the type NOTARY.
      </SectionHead>
      {known === null && (
        <NoData
          title={
            mayWrite
              ? 'The certificate that your images are signed with will be here'
              : 'No certificate has been stored yet'
          }
          picture={<SampleCertificate />}
          action={mayWrite && <StoreCertificate stored={null} />}
        >
          {mayWrite
            ? 'Until then scanners verify no signatures.'
            : 'Until an admin stores one, scanners verify no signatures.'}
        </NoData>
      )}
      {certificate.error && (
        <CallFailure title="The certificate could not be loaded." query={certificate} />
      )}
      {certificate.isPending && <Loading label="Loading the certificate" rows={4} columns={2} />}
      {known && <CertificateFacts certificate={known} now={now} />}
    </Stack>
  );
}

interface CertificateFactsProps {
  readonly certificate: Outputs['certificate']['get'];
  readonly now: string;
}

/** Shows a certificate's facts and text, with a warning before it expires. */
function CertificateFacts({ certificate, now }: CertificateFactsProps) {
  const warning = warningOf(validityOf(certificate, now), certificate.not_before);
  const count = certificate.certificate.split('-----BEGIN CERTIFICATE-----').length - 1;
  return (
    <div className="grid min-w-0 gap-4">
      {warning !== null && <Warning>{warning}</Warning>}
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
                  today={now.slice(0, 10)}
                  words={expiryWords(certificate.not_after, now)}
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

function Warning({ children }: { children: ReactNode }) {
  return (
    <p
      role="note"
      className="flex items-start gap-2 rounded-md border border-l-2 border-l-danger-text bg-surface px-3 py-2 text-sm"
    >
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger-text" />
      <span>{children}</span>
    </p>
  );
}

function warningOf(validity: Validity, from: string): ReactNode {
  switch (validity) {
    case 'expired':
      return 'This certificate has expired: scanners can no longer verify signatures with it. Store the one that replaces it.';
    case 'ends soon':
      return 'This certificate expires soon. Store the one that replaces it before that day.';
    case 'not yet':
      return (
        <>
          This certificate holds from <DateTime value={from} /> on; until then no signature can be
          verified with it.
        </>
      );
    case 'valid':
      return null;
  }
}

const LINE_WIDTHS = [150, 190, 110] as const;

/** Draws a document with a seal. */
function SampleCertificate() {
  return (
    <svg viewBox="0 0 340 112" className="w-full">
      <rect
        x="50"
        y="6"
        width="240"
        height="100"
        rx="6"
        fill="none"
        className="stroke-border-strong"
      />
      {LINE_WIDTHS.map((width, index) => (
        <rect
          key={width}
          x="70"
          y={26 + index * 20}
          width={width}
          height="8"
          rx="4"
          className={index === 0 ? 'fill-border-strong' : 'fill-border'}
        />
      ))}
      <circle
        cx="262"
        cy="78"
        r="14"
        fill="none"
        strokeWidth="2"
        className="stroke-border-strong"
      />
      <circle cx="262" cy="78" r="6" className="fill-border-strong" />
    </svg>
  );
}
