'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Loading } from '@/components/feedback/loading';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { CopyText } from '@/components/ui/copy-text';
import { FactList } from '@/components/ui/fact-list';
import { TextLink } from '@/components/ui/text-link';
import { toast } from '@/components/ui/toast';
import { CallFailure } from '@/features/frame/call-failure';
import { useMay } from '@/features/frame/reader';
import { SectionHead } from '@/features/frame/section';
import { refusalOf } from '@/features/frame/words';
import { hrefs } from '@/features/hrefs';
import { useTRPC } from '@/trpc/client';

/** Shows whether clients of Dependency-Track are answered, and what to set in them; admins can switch it. */
export function DependencyTrackCard() {
  const setting = useQuery(useTRPC().dependencyTrack.setting.queryOptions());
  const mayManage = useMay('organization:manage');
  return (
    <section className="grid min-w-0 grid-cols-1 content-start gap-3">
      <SectionHead
        title="Dependency-Track clients"
        actions={mayManage && setting.data && <Switch enabled={setting.data.enabled} />}
      >
        Jenkins jobs, Maven builds and other clients of Dependency-Track upload here as they are.
        What the policies deny or warn of reaches them as violations.{' '}
        <TextLink href={hrefs.docs.dependencyTrack}>What maps to what</TextLink>
        {mayManage && (
          <>
            . Projects of a server of your own{' '}
            <TextLink href={hrefs.settings.companion()}>can be pulled</TextLink>
          </>
        )}
      </SectionHead>
      {setting.error && <CallFailure title="The setting could not be read." query={setting} />}
      {setting.isPending && <Loading label="Loading the setting" rows={3} columns={2} />}
      {setting.data && (
        <div className="rounded-md border bg-surface px-4 py-3">
          <FactList facts={factsOf(setting.data)} />
        </div>
      )}
    </section>
  );
}

function factsOf({ enabled, url }: { readonly enabled: boolean; readonly url: string }) {
  if (!enabled) {
    return [
      { label: 'State', value: <Badge>Off</Badge> },
      { label: 'Answer', value: '404, with any key of this organization' },
    ];
  }
  return [
    { label: 'State', value: <Badge tone="accent">On</Badge> },
    { label: 'Address', value: <CopyText value={url} what="address for clients" /> },
    { label: 'Header', value: <CopyText value="X-Api-Key: YOUR_KEY" what="header" /> },
    {
      label: 'Role of the key',
      value: 'scanner to upload; member where the client also reads results',
    },
  ];
}

/** Switches the answers off, once that is confirmed, or on. */
function Switch({ enabled }: { readonly enabled: boolean }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const change = useMutation({
    ...trpc.dependencyTrack.changeSetting.mutationOptions(),
    onSuccess: async (setting) => {
      queryClient.setQueryData(trpc.dependencyTrack.setting.queryKey(), setting);
      toast.success(`Dependency-Track clients are ${setting.enabled ? 'answered' : 'refused'} now`);
      await queryClient.invalidateQueries(trpc.dependencyTrack.setting.pathFilter());
    },
    onError: (error) => toast.error(refusalOf(error, 'Nothing was switched.')),
  });
  if (!enabled) {
    return (
      <Button loading={change.isPending} onClick={() => change.mutate({ body: { enabled: true } })}>
        Switch on
      </Button>
    );
  }
  return (
    <ConfirmDialog
      title="Switch off Dependency-Track clients?"
      description="Builds that upload this way get a 404 from now on, and may fail. What was uploaded stays."
      confirmLabel="Switch off"
      pending={change.isPending}
      onConfirm={() => change.mutate({ body: { enabled: false } })}
      trigger={<Button>Switch off…</Button>}
    />
  );
}
