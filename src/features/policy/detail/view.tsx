'use client';

import dynamic from 'next/dynamic';
import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';
import { DateTime } from '@/components/status/date-time';
import { useMay } from '@/features/frame/reader';
import { WhoToAsk } from '@/features/frame/who-to-ask';
import { type DraftEffect, useDeletionEffect } from '@/features/policy/form/eol/query';
import { releasedWords } from '@/features/policy/form/eol/surprise/words';
import { EolEditor } from '@/features/policy/form/eol/view';
import type { PolicyRecord } from '@/features/policy/types';
import { policiesHref } from '@/features/policy/list/params';
import { TrustPolicyWarning } from '@/features/policy/list/table';
import { Card } from '@/components/ui/card';
import { CodeBlock } from '@/components/ui/code-block';
import { UNASSIGNED_PROJECT } from '@/domain/identifiers/project-name';
import { Outlook } from '@/features/policy/outlook/view';
import { FOR_UNASSIGNED, sentenceText } from '@/features/policy/sentence/words';
import { RunningNote } from '@/features/policy/words';
import { SentenceText } from '@/features/policy/sentence/view';
import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { toast } from '@/components/ui/toast';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { countOf } from '@/lib/numbers';
import { useTRPC } from '@/trpc/client';
import { statusOf } from '@/trpc/query-client';
import { canBeRestored } from '@/features/policy/list/query';

// The trust policy's schema is needed by nobody else.
const NotaryEditor = dynamic(() =>
  import('@/features/policy/form/notary/form').then((module) => module.NotaryEditor),
);

/** One policy: to change for those who may, to read for all others. */
export function PolicyView({ policy }: { policy: PolicyRecord }) {
  const mayWrite = useMay('policy:write');
  return (
    <Stack>
      <PageHeader
        title={sentenceText(policy)}
        crumbs={[{ label: 'Policies', href: policiesHref() }]}
        description={
          <span className="text-xs">
            Written <DateTime value={policy.created_at} show="ago" />
            {policy.updated_at !== policy.created_at && (
              <>
                , changed <DateTime value={policy.updated_at} show="ago" />
              </>
            )}
          </span>
        }
        actions={mayWrite && <DeletePolicy policy={policy} />}
      />
      <TrustPolicyWarning policy={policy} />
      {mayWrite ? (
        <Editor policy={policy} />
      ) : (
        <>
          <PolicyReading policy={policy} />
          <WhoToAsk forWhat="policy" />
        </>
      )}
    </Stack>
  );
}

function Editor({ policy }: { policy: PolicyRecord }) {
  return policy.policy_type === 'NOTARY' ? (
    <NotaryEditor policy={policy} />
  ) : (
    <EolEditor policy={policy} />
  );
}

/** A policy for those who may not change it, below its sentence: what it does. */
export function PolicyReading({ policy }: { policy: PolicyRecord }) {
  return (
    <div className="grid min-w-0 grid-cols-1 items-start gap-4">
      {policy.policy_scope === 'project' && policy.project_name === UNASSIGNED_PROJECT && (
        <p className="text-xs text-muted">{FOR_UNASSIGNED}</p>
      )}
      {policy.policy_type === 'NOTARY' ? (
        <Card title="Trust policy">
          <CodeBlock
            label="Trust policy"
            code={JSON.stringify(policy.notary_policy_json, null, 2)}
          />
        </Card>
      ) : (
        <Card
          title="What it does"
          description="Images that this policy decides on. Other policies may decide on more."
        >
          <div className="grid min-w-0 grid-cols-1 gap-4">
            {policy.only_running && <RunningToday />}
            <Outlook
              question={{ policyId: null, body: null, decidedBy: policy.id }}
              before={null}
            />
          </div>
        </Card>
      )}
    </div>
  );
}

function RunningToday() {
  const effects = useQuery(useTRPC().policy.effects.queryOptions());
  return <RunningNote running={effects.data?.running} />;
}

/** Takes a policy away, after a question; back again from the message, where that makes it what it was. */
export function DeletePolicy({ policy }: { policy: PolicyRecord }) {
  const [open, setOpen] = useState(false);
  const policies = useQuery(useTRPC().policy.list.queryOptions());
  const restorable = policies.data !== undefined && canBeRestored(policy, policies.data);
  const remove = useRemoval(policy, restorable, () => setOpen(false));
  const effect = useDeletionEffect(open && policy.policy_type === 'EOL' ? policy.id : null);
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant="danger-quiet">
          <Trash2 aria-hidden />
          Delete
        </Button>
      }
      title="Delete this policy?"
      description={
        <>
          <SentenceText policy={policy} className="block pb-2" />
          From their next scan on, builds are no longer held to it.
          {deniedWithout(effect)}
          {releasedBy(effect)}
          {!restorable &&
            ' It cannot be put back in its place: newer policies about the same would then decide after it.'}
        </>
      }
      confirmLabel="Delete policy"
      isWorking={effect.kind === 'working'}
      typeToConfirm={wordFor(effect)}
      pending={remove.isPending}
      onConfirm={() => remove.mutate({ id: policy.id })}
    />
  );
}

/** Says how many images others deny that the policy held back. */
function deniedWithout(effect: DraftEffect): string {
  if (effect.kind === 'failed') return ' What that does could not be worked out.';
  if (effect.kind !== 'known' || effect.newlyDenied.images === 0) return '';
  const { images, projects } = effect.newlyDenied;
  const them = images === 1 ? 'it passes' : 'they pass';
  return ` ${countOf(images, 'image')} of ${countOf(projects, 'project')} would fail then by other policies: today ${them}, as this one decides first.`;
}

/** Says how many images it denies that nothing denies without it. */
function releasedBy(effect: DraftEffect): string {
  if (effect.kind !== 'known' || effect.noLongerDenied.images === 0) return '';
  return ` ${releasedWords(effect.noLongerDenied)}.`;
}

/** What has to be typed before: the number of images that would fail, or pass, where they are many. */
function wordFor(effect: DraftEffect): string | undefined {
  if (effect.kind === 'failed') return 'delete';
  if (effect.kind !== 'known' || effect.surprise === null) return undefined;
  const { images } = effect.surprise === 'fails' ? effect.newlyDenied : effect.noLongerDenied;
  return String(images);
}

function useRemoval(policy: PolicyRecord, restorable: boolean, close: () => void) {
  const trpc = useTRPC();
  const router = useRouter();
  const queries = useQueryClient();
  const restore = useRestore();
  const gone = () => {
    close();
    router.push(policiesHref());
    // Queries of the page that is left are not asked again.
    void queries.invalidateQueries({ refetchType: 'none' });
    void queries.refetchQueries({ queryKey: trpc.policy.list.queryKey() });
    toast('The policy was deleted', {
      description: 'Builds are no longer held to it.',
      ...(restorable && { action: { label: 'Undo', onClick: () => restore(policy) } }),
    });
  };
  return useMutation({
    ...trpc.policy.delete.mutationOptions(),
    onSuccess: gone,
    onError: (error) => {
      // Somebody else was faster, and it is gone all the same.
      if (statusOf(error) === 404) return gone();
      close();
      toast.error('The policy could not be deleted. Nothing was changed; try again.');
    },
  });
}

/** Writes a deleted policy again, under a new id. */
function useRestore() {
  const queries = useQueryClient();
  const create = useMutation({
    ...useTRPC().policy.create.mutationOptions(),
    onSuccess: () => {
      void queries.invalidateQueries();
      toast.success('The policy is in force again');
    },
    onError: () => toast.error('The policy could not be put back. Write it anew.'),
  });
  return ({ id: _id, created_at: _createdAt, updated_at: _updatedAt, ...body }: PolicyRecord) =>
    create.mutate({ body });
}
