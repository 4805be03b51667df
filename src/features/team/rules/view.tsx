'use client';

import { useRef, useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { comingOf } from '@/components/data-table/choices-coming';
import { Loading } from '@/components/feedback/loading';
import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';
import { Button } from '@/components/ui/button';
import { TextLink } from '@/components/ui/text-link';
import { toast } from '@/components/ui/toast';
import { MAX_OWNER_RULES, type OwnerRule } from '@/domain/team/rule';
import { columnsOf, ruleWords } from '@/domain/team/rule-columns';
import { CallFailure } from '@/features/frame/call-failure';
import { FormProblem } from '@/features/frame/form-problem';
import { type LookOnce, lookOnce } from '@/features/frame/meanwhile';
import { useMay } from '@/features/frame/reader';
import { useUnsaved } from '@/features/frame/unsaved';
import { refusalOf } from '@/features/frame/words';
import { hrefs } from '@/features/hrefs';
import { countOf } from '@/lib/numbers';
import { useTRPC, useTRPCClient } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { PreviewCard } from './card';
import { RuleRow } from './form';
import { type DraftRule, draftOf, rulesOf } from './schema';

type Rules = Outputs['team']['rules']['rules'];

/** Shows the rules that give projects an owner; admins change them, and see before what that would do. */
export function OwnerRulesView() {
  const listed = useQuery(useTRPC().team.rules.queryOptions());
  const mayManage = useMay('team:manage');
  return (
    <Stack>
      <PageHeader
        crumbs={[{ label: 'Teams', href: hrefs.teams }]}
        title="Rules"
        description="The first rule that fits a project gives it its owner. Owners set by hand stay."
        actions={
          <TextLink href={hrefs.docs.teams} className="text-sm">
            How rules are read
          </TextLink>
        }
      />
      {listed.error && <CallFailure title="The rules could not be loaded." query={listed} />}
      {listed.isPending && <Loading label="Loading the rules" rows={4} columns={3} />}
      {listed.data &&
        (mayManage ? (
          <RulesEditor stored={listed.data.rules} />
        ) : (
          <RulesList rules={listed.data.rules} />
        ))}
    </Stack>
  );
}

/** The rules in words, for those who may not change them. */
function RulesList({ rules }: { rules: Rules }) {
  const teams = useQuery(useTRPC().team.names.queryOptions());
  if (rules.length === 0) return <p className="text-sm text-muted">There is no rule yet.</p>;
  const nameOf = (id: string) => teams.data?.find((team) => team.id === id)?.name ?? '…';
  return (
    <ol className="min-w-0 rounded-md border bg-surface text-sm">
      {rules.map(({ rule, projects }, index) => (
        <li
          key={rule.id}
          className="flex min-w-0 flex-wrap items-baseline gap-x-4 border-b px-3 py-2 last:border-b-0"
        >
          <span className="min-w-0 grow font-mono text-xs wrap-anywhere">
            {index + 1}. {ruleWords(columnsOf(rule))}
          </span>
          <span>{rule.kind === 'codeowners' ? 'whom the file names' : nameOf(rule.team_id)}</span>
          <span className="text-xs text-muted">{countOf(projects, 'project')}</span>
        </li>
      ))}
    </ol>
  );
}

const newDraft = (): DraftRule => ({
  ...{ key: crypto.randomUUID(), kind: 'name', subject: '', pattern: '', teamId: null },
});

function RulesEditor({ stored }: { stored: Rules }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const names = useQuery(trpc.team.names.queryOptions());
  const client = useTRPCClient();
  // Until the reader changes something, the rules are those that are stored by now.
  const [own, setOwn] = useState<readonly DraftRule[] | null>(null);
  const drafts = own ?? stored.map(({ rule }) => draftOf(rule));
  const look = useRef<LookOnce>(null);
  useUnsaved(own !== null);
  const preview = useMutation(trpc.team.previewRules.mutationOptions());
  const save = useMutation({
    mutationFn: async (body: { readonly rules: OwnerRule[] }) => {
      // Saving takes the place of all rules, also of those that somebody else has added since.
      const read = async () => saidBy((await client.team.rules.query()).rules);
      await (look.current ?? lookOnce(saidBy(stored)))(read);
      return client.team.saveRules.mutate({ body });
    },
    onSuccess: async ({ changed }) => {
      preview.reset();
      toast.success(
        changed === 0 ? 'Saved. No owner changed' : `Saved. ${countOf(changed, 'project')} changed`,
      );
      await queries.invalidateQueries();
      // Rules that are new have got their ids.
      look.current = null;
      setOwn(null);
    },
  });
  const rules = rulesOf(drafts);
  const change = (next: readonly DraftRule[]) => {
    look.current ??= lookOnce(saidBy(stored));
    setOwn(next);
    preview.reset();
    save.reset();
  };
  const failed = save.error ?? preview.error;
  const storedOf = new Map(stored.map(({ rule, projects }) => [rule.id, projects]));
  const teams = (names.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <FormProblem>{failed && refusalOf(failed, 'Nothing was saved.')}</FormProblem>
      {drafts.length === 0 ? (
        <p className="rounded-md border border-dashed bg-surface px-4 py-6 text-sm text-muted">
          There is no rule yet: projects have owners only where set by hand.
        </p>
      ) : (
        <ol aria-label="Rules" className="min-w-0 rounded-md border bg-surface text-sm">
          {drafts.map((draft, index) => (
            <RuleRow
              key={draft.key}
              draft={draft}
              place={index + 1}
              isLast={index === drafts.length - 1}
              teams={teams}
              teamsRead={comingOf(names)}
              projects={
                preview.data
                  ? (preview.data.rules[index]?.projects ?? null)
                  : (storedOf.get(draft.key) ?? null)
              }
              onChange={(changed) => change(drafts.with(index, changed))}
              onMove={(by) => change(moved(drafts, index, by))}
            />
          ))}
        </ol>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          disabled={drafts.length >= MAX_OWNER_RULES}
          onClick={() => change([...drafts, newDraft()])}
        >
          Add a rule
        </Button>
        <span className="grow" />
        <Button
          disabled={rules === null}
          loading={preview.isPending}
          onClick={() => rules && preview.mutate({ body: { rules } })}
        >
          Show what they would do
        </Button>
        <Button
          variant="primary"
          disabled={rules === null}
          loading={save.isPending}
          onClick={() => rules && save.mutate({ rules })}
        >
          Save
        </Button>
      </div>
      {preview.data && <PreviewCard preview={preview.data} />}
    </div>
  );
}

/** What stored rules say, in their order; not how many projects follow them. */
const saidBy = (stored: Rules) => JSON.stringify(stored.map(({ rule }) => rule));

/** The drafts with one of them moved by so many places, or taken away by none. */
function moved(drafts: readonly DraftRule[], index: number, by: -1 | 0 | 1): DraftRule[] {
  const others = drafts.toSpliced(index, 1);
  const own = drafts[index];
  return by === 0 || !own ? others : others.toSpliced(index + by, 0, own);
}
