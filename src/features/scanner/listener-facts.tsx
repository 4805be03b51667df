import { Badge } from '@/components/ui/badge';
import { CopyText } from '@/components/ui/copy-text';
import { FactList } from '@/components/ui/fact-list';
import { TextLink } from '@/components/ui/text-link';
import type { Outputs } from '@/trpc/outputs';

/** Whether the listener runs, where, and whom its certificate is trusted through. */
export function ListenerFacts({ setup }: { setup: Outputs['scanner']['setup'] }) {
  const { listener, publicUrl } = setup;
  const facts = [
    {
      label: 'State',
      value: listener ? <Badge tone="accent">Listening</Badge> : <Badge>Off</Badge>,
    },
    ...(listener
      ? [
          { label: 'Port', value: portText(listener.port) },
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
