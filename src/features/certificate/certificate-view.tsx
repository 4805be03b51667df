'use client';

import dynamic from 'next/dynamic';
import { useQuery } from '@tanstack/react-query';
import { Loading } from '@/components/feedback/loading';
import { NoData } from '@/components/feedback/no-data';
import { Stack } from '@/components/layout/stack';
import { CallFailure } from '@/features/frame/call-failure';
import { useMay } from '@/features/frame/reader';
import { SectionHead } from '@/features/settings/section-head';
import { useTRPC } from '@/trpc/client';
import { CertificateFacts } from './certificate-facts';
import { SampleCertificate } from './sample-certificate';

const StoreCertificate = dynamic(
  () => import('./store-certificate').then((module) => module.StoreCertificate),
  { ssr: false },
);

/** The certificate that scanners verify image signatures with: what it is, and when it ends. */
export function CertificateView({ today }: { today: string }) {
  const mayWrite = useMay('certificate:write');
  const certificate = useQuery(useTRPC().certificate.find.queryOptions());
  const known = certificate.data;
  return (
    <Stack className="max-w-3xl">
      <SectionHead title="Certificate" actions={known && mayWrite && <StoreCertificate replaces />}>
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
          action={mayWrite && <StoreCertificate replaces={false} />}
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
      {known && <CertificateFacts certificate={known} today={today} />}
    </Stack>
  );
}
