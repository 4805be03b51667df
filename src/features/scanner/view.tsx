'use client';

import { useQuery } from '@tanstack/react-query';
import { Loading } from '@/components/feedback/loading';
import { Stack } from '@/components/layout/stack';
import { Badge } from '@/components/ui/badge';
import { CopyText } from '@/components/ui/copy-text';
import { FactList } from '@/components/ui/fact-list';
import { TextLink } from '@/components/ui/text-link';
import { DependencyTrackCard } from '@/features/dependency-track/card';
import { Commands } from '@/features/first-use/commands';
import { HelmValues } from '@/features/first-use/helm-values';
import { WhoToAsk } from '@/features/frame/who-to-ask';
import { CallFailure } from '@/features/frame/call-failure';
import { useMay } from '@/features/frame/reader';
import { SectionHead } from '@/features/frame/section';
import { hrefs } from '@/features/hrefs';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { DatabaseFeed } from './card';

/** Shows how stock scanners reach this service, their database, and the commands that set them up. */
export function ScannersView() {
  const setup = useQuery(useTRPC().scanner.setup.queryOptions());
  const mayManageKeys = useMay('api-key:manage');
  return (
    <Stack className="gap-8">
      <div className="grid gap-x-8 gap-y-6 xl:grid-cols-2">
        <section className="grid min-w-0 grid-cols-1 content-start gap-3">
          <SectionHead title="Listener">
            Stock scanners call a fixed host over TLS. The listener answers in its place.
          </SectionHead>
          {setup.error && <CallFailure title="The listener could not be read." query={setup} />}
          {setup.data && <ListenerFacts setup={setup.data} />}
        </section>
        <section className="grid min-w-0 grid-cols-1 content-start gap-3">
          <SectionHead title="Database feed">
            A scanner does not run with a database older than 90 days. This one is built from the
            catalog, and open to everybody.
          </SectionHead>
          <div className="rounded-md border bg-surface px-4 py-3">
            <DatabaseFeed />
          </div>
        </section>
      </div>
      <section className="grid min-w-0 grid-cols-1 gap-3">
        <SectionHead title="Commands">
          {mayManageKeys ? (
            <>
              Put a key with the role scanner where YOUR_KEY stands.{' '}
              <TextLink href={hrefs.settings.apiKeys}>Create a key</TextLink> and the commands come
              with it in them.
            </>
          ) : (
            'Put a key with the role scanner where YOUR_KEY stands.'
          )}
        </SectionHead>
        {!mayManageKeys && <WhoToAsk forWhat="key" />}
        {setup.isPending && <Loading label="Loading the commands" rows={3} columns={1} />}
        {setup.data && <Commands setup={setup.data} secret={null} />}
      </section>
      <section className="grid min-w-0 grid-cols-1 gap-3">
        <SectionHead title="Kubernetes clusters">
          There is nothing of ours to install: these Helm values have an operator report what runs.
          Put the cluster’s name where my-cluster stands, the same in both, and a key with the role
          scanner where YOUR_KEY stands.{' '}
          <TextLink href={hrefs.docs.clusters}>What each of them tells</TextLink>
        </SectionHead>
        {setup.data && <HelmValues publicUrl={setup.data.publicUrl} />}
      </section>
      <DependencyTrackCard />
    </Stack>
  );
}

/** Shows the state of the listener, its port and its certificate. */
function ListenerFacts({ setup }: { setup: Outputs['scanner']['setup'] }) {
  const { listener, publicUrl } = setup;
  const facts = [
    {
      label: 'State',
      value: listener ? <Badge tone="accent">Listening</Badge> : <Badge>Off</Badge>,
    },
    ...(listener
      ? [
          { label: 'Port', value: portText(listener.port) },
          ...(listener.address === null
            ? []
            : [
                {
                  label: 'Address for scanners',
                  value: <CopyText value={listener.address} what="address for scanners" />,
                },
              ]),
          { label: 'Certificate', value: <Trust caUrl={listener.caUrl} /> },
        ]
      : []),
    { label: 'Service', value: <CopyText value={publicUrl} what="address of the service" /> },
  ];
  return (
    <div className="rounded-md border bg-surface px-4 py-3">
      <FactList facts={facts} />
    </div>
  );
}

function portText(port: number): string {
  return port === 443 ? '443' : `${port}; scanners call 443, which has to lead here`;
}

function Trust({ caUrl }: { caUrl: string | null }) {
  if (caUrl === null) return 'Your own, which machines have to trust already';
  return (
    <>
      From the service’s own CA, which scanners have to trust:{' '}
      <TextLink href={caUrl} download prefetch={false}>
        scanner-ca.pem
      </TextLink>
    </>
  );
}
