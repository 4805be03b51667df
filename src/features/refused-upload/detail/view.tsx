'use client';

import { useQuery } from '@tanstack/react-query';
import { Loading } from '@/components/feedback/loading';
import { DateTime } from '@/components/status/date-time';
import { CopyText } from '@/components/ui/copy-text';
import { FactList } from '@/components/ui/fact-list';
import { SidePanel } from '@/components/ui/side-panel';
import { CallFailure } from '@/features/frame/call-failure';
import { countOf } from '@/lib/numbers';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { CallerName, faultText, statusWords } from '../table';

export interface RefusedUploadPanelProps {
  readonly id: string;
  readonly closeHref: string;
}

/** Shows all that is known of one refused upload. */
export function RefusedUploadPanel({ id, closeHref }: RefusedUploadPanelProps) {
  const upload = useQuery(useTRPC().refusedUpload.get.queryOptions({ id }));
  return (
    <SidePanel title="Refused upload" closeHref={closeHref}>
      {upload.error && (
        <CallFailure title="This record could not be loaded. It may be gone." query={upload} />
      )}
      {upload.isPending && <Loading label="Loading" rows={5} columns={2} />}
      {upload.data && <Content upload={upload.data} />}
    </SidePanel>
  );
}

function Content({ upload }: { upload: Outputs['refusedUpload']['get'] }) {
  const { status, faults, callerKind, callerName, requestId } = upload;
  return (
    <div className="grid gap-5">
      <FactList
        facts={[
          { label: 'When', value: <DateTime value={upload.refusedDate} /> },
          { label: 'Sent by', value: <CallerName kind={callerKind} name={callerName} /> },
          { label: 'From', value: upload.remoteAddress || 'Not known' },
          { label: 'To', value: <code className="font-mono text-xs">{upload.path}</code> },
          { label: 'Answer', value: `${status}, ${statusWords(status)}` },
          { label: 'Request', value: <CopyText value={requestId} what="request id" /> },
        ]}
      />
      <section className="grid gap-2">
        <h3 className="text-sm font-semibold">{countOf(faults.length, 'fault')}</h3>
        <ul className="grid gap-2">
          {faults.map(({ where, message }, index) => (
            <li key={index} className="grid gap-0.5 border-l-2 border-border-strong pl-3 text-sm">
              {where !== '' && (
                <code className="font-mono text-xs wrap-anywhere text-muted">{where}</code>
              )}
              <span className="wrap-anywhere">{faultText(message)}</span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
