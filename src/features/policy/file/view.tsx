'use client';

import { useState, type ReactNode } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, TriangleAlert } from 'lucide-react';
import { Loading } from '@/components/feedback/loading';
import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { CodeBlock } from '@/components/ui/code-block';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Field } from '@/components/ui/field';
import { TextLink } from '@/components/ui/text-link';
import { Textarea } from '@/components/ui/textarea';
import { toast } from '@/components/ui/toast';
import { CallFailure } from '@/features/frame/call-failure';
import { FileChoice, RefusedFile } from '@/features/frame/file-choice';
import { ChangedMeanwhile } from '@/features/frame/changed-meanwhile';
import { useMay } from '@/features/frame/reader';
import { useUnsaved } from '@/features/frame/unsaved';
import { hrefs } from '@/features/hrefs';
import { dayOf } from '@/domain/eol/calendar';
import { policyRisk, type SignatureRisk } from '@/domain/policy/signature-risk';
import { failingWords, releasedWords } from '@/features/policy/form/eol/surprise/words';
import { useAtRisk } from '@/features/policy/form/notary/query';
import { riskSequel, riskTitle, riskWords, wordToDeny } from '@/features/policy/form/notary/words';
import { countOf } from '@/lib/numbers';
import { useTRPC, useTRPCClient } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';

type Changes = Outputs['policyFile']['change'];
type Change =
  | NonNullable<Changes['policies']>['changes'][number]
  | NonNullable<Changes['dates']>['changes'][number]
  | NonNullable<Changes['projects']>['changes'][number];

/** Shows policies and own dates as a file, and applies another one once it was looked at. */
export function PolicyFileView() {
  const file = useQuery(useTRPC().policyFile.get.queryOptions({}));
  const mayChange = useMay('policy:write');
  return (
    <Stack>
      <PageHeader
        crumbs={[{ label: 'Policies', href: hrefs.policies }]}
        title="As a file"
        description={
          <>
            All policies, own dates and owners set by hand as eventide.yaml, to be kept and reviewed
            in a repository. <TextLink href={hrefs.docs.policyFile}>How it is written</TextLink>
          </>
        }
        actions={
          file.data && (
            <Button asChild>
              <a href={hrefs.policyFileDownload} download="eventide.yaml">
                <Download aria-hidden />
                Download
              </a>
            </Button>
          )
        }
      />
      {mayChange && <ChangeForm />}
      {file.error && <CallFailure title="The file could not be written." query={file} />}
      {file.isPending && <Loading label="Writing the file" rows={8} columns={1} />}
      {file.data && (
        <CodeBlock
          label="eventide.yaml"
          header={<span className="py-2">As it is now</span>}
          code={file.data.file}
        />
      )}
    </Stack>
  );
}

/** Takes a file, shows what it would change, and applies that. */
function ChangeForm() {
  const [text, setText] = useState('');
  useUnsaved(text !== '');
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const tried = useMutation(trpc.policyFile.change.mutationOptions());
  const client = useTRPCClient();
  const applied = useMutation({
    mutationFn: async (shown: Changes) => {
      // The file takes the place of what there is: what somebody has added since it was looked at would go unseen.
      const now = await client.policyFile.change.mutate({ body: text, dry_run: 'true' });
      if (saidBy(now) !== saidBy(shown)) throw new ChangedMeanwhile(MOVED);
      return client.policyFile.change.mutate({ body: text });
    },
    onError: (error) => {
      if (error instanceof ChangedMeanwhile) tried.mutate({ body: text, dry_run: 'true' });
    },
    onSuccess: async () => {
      toast('The file was applied');
      setText('');
      tried.reset();
      // Policies and dates are behind nearly everything that pages show.
      await queryClient.invalidateQueries();
    },
  });
  const change = (next: string) => {
    setText(next);
    tried.reset();
    applied.reset();
  };
  const failed = tried.error ? tried : applied.error ? applied : null;
  const changes = tried.data ? changesOf(tried.data) : null;
  const denials = tried.data?.denials ?? null;
  const risks = tried.data?.policies?.changes.map(({ before, after }) =>
    policyRisk(before, after, dayOf(new Date())),
  );
  return (
    <Card title="Apply a file" description="You see what would change before anything does.">
      <form
        aria-label="Apply a file"
        className="grid min-w-0 gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          applied.reset();
          tried.mutate({ body: text, dry_run: 'true' });
        }}
      >
        <Field label="eventide.yaml">
          <Textarea
            rows={6}
            value={text}
            spellCheck={false}
            onChange={({ target }) => change(target.value)}
            className="max-h-96 font-mono text-xs"
          />
        </Field>
        <div className="flex flex-wrap items-center gap-2">
          <FileChoice onText={change} />
          <Button type="submit" disabled={text === '' || tried.isPending}>
            Show what it changes
          </Button>
          {changes && changes.length > 0 && (
            <ApplyButton
              label={`Apply ${countOf(changes.length, 'change')}`}
              denials={denials}
              // There is one policy on signatures at most.
              risk={risks?.find((risk) => risk !== null) ?? null}
              pending={applied.isPending}
              onApply={() => tried.data && applied.mutate(tried.data)}
            />
          )}
        </div>
      </form>
      {failed && <RefusedFile error={failed.error} />}
      {changes?.length === 0 && (
        <p role="status" className="pt-3 text-muted">
          Nothing changes: this is what there is.
        </p>
      )}
      {denials && <DenialNote denials={denials} />}
      {changes && changes.length > 0 && <ChangeList changes={changes} />}
    </Card>
  );
}

interface ApplyButtonProps {
  label: string;
  denials: Changes['denials'];
  /** The images of which builds may begin to fail over signatures. */
  risk: SignatureRisk | null;
  pending: boolean;
  onApply: () => void;
}

/** Applies the file; after a question where many builds would begin to fail, or pass, by one press. */
function ApplyButton({ label, denials, risk, pending, onApply }: ApplyButtonProps) {
  const atRisk = useAtRisk(risk);
  const surprise = denials?.surprise ? denials : null;
  if (!surprise && !risk) {
    return (
      <Button variant="primary" disabled={pending} onClick={onApply}>
        {label}
      </Button>
    );
  }
  const signatures = risk && `${riskWords(risk, atRisk)}. ${riskSequel(risk)}`;
  return (
    <ConfirmDialog
      trigger={
        <Button variant="primary" disabled={pending}>
          {label}
        </Button>
      }
      title={surprise ? surpriseTitle(surprise) : riskTitle(risk ?? 'unverified')}
      description={[surprise && surpriseWords(surprise), signatures].filter(Boolean).join(' ')}
      confirmLabel="Apply the file"
      isWorking={atRisk.kind === 'working'}
      typeToConfirm={surprise ? surpriseNumber(surprise) : wordToDeny(atRisk)}
      onConfirm={onApply}
    />
  );
}

type Denials = NonNullable<Changes['denials']>;

const surpriseTitle = ({ surprise, newly_denied: failing, no_longer_denied: released }: Denials) =>
  surprise === 'fails' ? failingWords(failing) : releasedWords(released);

const surpriseNumber = ({ surprise, newly_denied: failing, no_longer_denied: released }: Denials) =>
  String(surprise === 'fails' ? failing.images : released.images);

/** Says what follows, and how the file could begin more softly. */
function surpriseWords({
  surprise,
  newly_denied: failing,
  no_longer_denied: released,
}: Denials): string {
  if (surprise === 'fails') {
    const fails =
      failing.images === 1
        ? 'It passes today. With this file its next build fails.'
        : 'They pass today. With this file their next builds fail.';
    const others = released.images === 0 ? '' : ` ${releasedWords(released)}.`;
    return `${fails}${others} A policy with a later day as denies_from fails nothing until then, and warns if it has warn_days.`;
  }
  const passes =
    released.images === 1
      ? 'With this file its next build no longer fails.'
      : 'With this file their next builds no longer fail.';
  return failing.images === 0 ? passes : `${passes} ${failingWords(failing)}.`;
}

/** Says what the file's policies would do to images today, before anybody is asked. */
function DenialNote({ denials }: { denials: Denials }) {
  const { newly_denied: failing, no_longer_denied: released } = denials;
  const words = [
    failing.images > 0 && failingWords(failing),
    released.images > 0 && releasedWords(released),
  ].filter((part) => part !== false);
  return (
    <p role="status" className="flex min-w-0 items-start gap-2 pt-3 text-sm">
      {words.length > 0 && <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />}
      <span className="min-w-0">
        {words.length > 0
          ? `${words.join('. ')}.`
          : 'By what your images hold now, the same images are denied as today.'}
      </span>
    </p>
  );
}

const MOVED =
  'It would change something else by now, as somebody has changed something meanwhile. Look at it again.';

/** What a file changes; how many images that denies moves by itself. */
const saidBy = ({ policies, dates, projects }: Changes) =>
  JSON.stringify([policies, dates, projects]);

interface ListedChange {
  readonly key: string;
  readonly noun: string;
  readonly change: Change;
}

function changesOf({ policies, dates, projects }: Changes): ListedChange[] {
  const listed = (noun: string, of: readonly Change[]) =>
    of.map((change, index) => ({ key: `${noun} ${String(index)}`, noun, change }));
  return [
    ...listed('Policy', policies?.changes ?? []),
    ...listed('Date', dates?.changes ?? []),
    ...listed('Project', projects?.changes ?? []),
  ];
}

const TONES = {
  added: 'accent',
  changed: 'neutral',
  moved: 'outline',
  removed: 'neutral',
} as const;

function ChangeList({ changes }: { changes: readonly ListedChange[] }) {
  return (
    <section aria-label="What it changes" className="pt-3">
      <ul className="rounded-md border">
        {changes.map(({ key, noun, change: { change, line, before, after } }) => (
          <li
            key={key}
            className="grid gap-x-4 gap-y-1 border-b px-3 py-2 text-sm last:border-b-0 md:grid-cols-[10rem_minmax(0,1fr)_5rem]"
          >
            <span className="flex items-center gap-2">
              {noun} <Badge tone={TONES[change]}>{change}</Badge>
            </span>
            <span className="grid min-w-0 gap-0.5 font-mono text-xs">
              {before && change !== 'moved' && (
                <Said isGone={after !== null || change === 'removed'}>{wordsOf(before)}</Said>
              )}
              {after && <Said>{wordsOf(after)}</Said>}
            </span>
            <span className="text-muted md:text-right">
              {line === null ? 'not in it' : `line ${String(line)}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Said({ isGone = false, children }: { isGone?: boolean; children: ReactNode }) {
  if (isGone) return <del className="wrap-anywhere text-muted">{children}</del>;
  return <span className="wrap-anywhere">{children}</span>;
}

function wordsOf(fields: object): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
}
