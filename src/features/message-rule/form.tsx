'use client';

import { useState, type ReactNode } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Dialog, DialogClose } from '@/components/ui/dialog';
import { toast } from '@/components/ui/toast';
import { HEARD_KINDS, type MessageRule, messageRule } from '@/domain/message/rule';
import { FormProblem } from '@/features/frame/form-problem';
import { refusalOf } from '@/features/frame/words';
import { useTRPC } from '@/trpc/client';
import { RuleFields } from './fields';
import { PreviewCard } from './preview/card';
import type { Rule } from './words';

export type RuleInput = z.input<typeof messageRule>;

export interface AddRuleProps {
  /** Where the rule leads unless its author says otherwise; none when absent. */
  readonly channelId?: string;
  readonly label?: string;
}

/** Adds a rule in a dialog. */
export function AddRule({ channelId, label = 'Add a rule' }: AddRuleProps) {
  const [open, setOpen] = useState(false);
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const setting = useQuery(trpc.messageRule.setting.queryOptions());
  const create = useMutation({
    ...trpc.messageRule.create.mutationOptions(),
    onSuccess: async ({ name }) => {
      setOpen(false);
      toast.success(`${name} is added`);
      await queryClient.invalidateQueries(trpc.messageRule.pathFilter());
    },
  });
  const values: RuleInput = {
    ...{ name: '', kinds: [...HEARD_KINDS], scope: 'everything', team_id: null },
    ...{ project_names: [], project_label: null },
    ...{ least_severity: 'info', tempo: 'daily' },
    channel_ids: channelId === undefined ? [] : [channelId],
    ...{ hour: setting.data?.hour ?? 8, time_zone: setting.data?.time_zone ?? 'UTC' },
    ...{ urgent_at_once: true, enabled: true },
  };
  return (
    <RuleDialog
      title="Add a rule"
      confirmLabel="Add the rule"
      trigger={<Button variant="primary">{label}</Button>}
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        create.reset();
      }}
      pending={create.isPending}
      problem={create.error && refusalOf(create.error, 'The rule was not added.')}
      values={values}
      onEntered={(body) => create.mutate({ body })}
    />
  );
}

/** Changes a rule in a dialog. */
export function EditRule({ rule }: { readonly rule: Rule }) {
  const [open, setOpen] = useState(false);
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const save = useMutation({
    ...trpc.messageRule.save.mutationOptions(),
    onSuccess: async () => {
      setOpen(false);
      await queryClient.invalidateQueries(trpc.messageRule.pathFilter());
    },
  });
  return (
    <RuleDialog
      title={`Change ${rule.name}`}
      confirmLabel="Save"
      trigger={
        <Button size="sm" aria-label={`Change ${rule.name}`}>
          Change
        </Button>
      }
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        save.reset();
      }}
      pending={save.isPending}
      problem={save.error && refusalOf(save.error, 'The rule was not changed.')}
      values={rule}
      onEntered={(body) => save.mutate({ id: rule.id, body })}
    />
  );
}

/** Removes a rule for good. */
export function RemoveRule({ rule }: { readonly rule: Rule }) {
  const [open, setOpen] = useState(false);
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const remove = useMutation({
    ...trpc.messageRule.delete.mutationOptions(),
    onSuccess: async () => {
      toast.success(`${rule.name} is removed`);
      await queryClient.invalidateQueries(trpc.messageRule.pathFilter());
    },
    onError: (error) => toast.error(refusalOf(error, `${rule.name} was not removed.`)),
    onSettled: () => setOpen(false),
  });
  return (
    <ConfirmDialog
      title={`Remove ${rule.name}?`}
      description="What is waiting for its digest goes too. Its channels stay. To stop it for a while, turn it off instead."
      confirmLabel="Remove"
      open={open}
      onOpenChange={setOpen}
      pending={remove.isPending}
      onConfirm={() => remove.mutate({ id: rule.id })}
      trigger={
        <Button size="sm" variant="danger-quiet" aria-label={`Remove ${rule.name}`}>
          Remove
        </Button>
      }
    />
  );
}

interface RuleDialogProps {
  readonly title: string;
  readonly confirmLabel: string;
  readonly trigger: ReactNode;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly pending: boolean;
  readonly problem: ReactNode;
  readonly values: RuleInput;
  readonly onEntered: (rule: MessageRule) => void;
}

const FORM_ID = 'message-rule';

function RuleDialog(props: RuleDialogProps) {
  const { title, trigger, open, onOpenChange, pending, confirmLabel } = props;
  return (
    <Dialog
      {...{ title, trigger, open, onOpenChange }}
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button type="submit" form={FORM_ID} variant="primary" loading={pending}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <RuleForm {...props} />
    </Dialog>
  );
}

function RuleForm({ problem, values, onEntered }: RuleDialogProps) {
  const form = useForm<RuleInput, unknown, MessageRule>({
    resolver: zodResolver(messageRule),
    defaultValues: values,
  });
  const preview = useMutation(useTRPC().messageRule.preview.mutationOptions());
  return (
    <form id={FORM_ID} onSubmit={form.handleSubmit(onEntered)} className="grid gap-4" noValidate>
      <FormProblem>{problem}</FormProblem>
      <RuleFields form={form} />
      <div className="grid min-w-0 justify-items-start gap-3 border-t pt-4">
        <Button
          loading={preview.isPending}
          onClick={() => void form.handleSubmit((body) => preview.mutate({ body }))()}
        >
          Preview
        </Button>
        <FormProblem>
          {preview.error && refusalOf(preview.error, 'There is no preview.')}
        </FormProblem>
        {preview.data && !preview.isPending && <PreviewCard preview={preview.data} />}
      </div>
    </form>
  );
}
