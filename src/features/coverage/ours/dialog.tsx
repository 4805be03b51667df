'use client';

import { type SubmitEvent, useId, useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { Dialog, DialogClose } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Textarea } from '@/components/ui/textarea';
import { toast } from '@/components/ui/toast';
import { patternFault } from '@/domain/own-software/pattern';
import type { UnknownPackage } from '@/features/coverage/words';
import { FormProblem } from '@/features/frame/form-problem';
import { useTRPC } from '@/trpc/client';

export interface PackageDialogProps {
  found: UnknownPackage;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Asks for the pattern of names that are the organization's own. */
export function OursDialog({ found, open, onOpenChange }: PackageDialogProps) {
  const form = useId();
  const [errors, setErrors] = useState<{ pattern?: string; reason?: string }>({});
  const queries = useQueryClient();
  const save = useMutation({
    ...useTRPC().knowledge.saveOwnSoftware.mutationOptions(),
    onSuccess: async ({ pattern }) => {
      onOpenChange(false);
      toast.success(`${pattern} is your own software`);
      await queries.invalidateQueries();
    },
  });
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const entered = new FormData(event.currentTarget);
    const pattern = String(entered.get('pattern')).trim();
    const reason = String(entered.get('reason')).trim();
    const fault = patternFault(pattern);
    const wrong = {
      ...(fault !== null && { pattern: `This must be a pattern that ${fault}.` }),
      ...(reason === '' && { reason: 'Say why, for whoever looks at it later.' }),
    };
    setErrors(wrong);
    if (Object.keys(wrong).length === 0) save.mutate({ body: { pattern, reason } });
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`${found.name} is your own software`}
      description="It is counted apart from what is unknown, and never as supported. To give it ends of its own, add it to your catalog."
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button variant="primary" type="submit" form={form} loading={save.isPending}>
            It is ours
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="grid gap-4">
        <FormProblem>{save.error && `${save.error.message}. Nothing was changed.`}</FormProblem>
        <Field
          label="Pattern"
          hint="* is any text. What begins with pkg: is held against package URLs."
          error={errors.pattern}
        >
          <Input
            name="pattern"
            defaultValue={found.own_pattern}
            maxLength={512}
            spellCheck={false}
            className="font-mono"
          />
        </Field>
        <Field label="Reason" error={errors.reason}>
          <Textarea name="reason" rows={2} maxLength={1_000} />
        </Field>
      </form>
    </Dialog>
  );
}
