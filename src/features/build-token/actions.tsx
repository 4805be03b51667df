'use client';

import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Workflow } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Dialog, DialogClose } from '@/components/ui/dialog';
import { toast } from '@/components/ui/toast';
import { FormProblem } from '@/features/frame/form-problem';
import { refusalOf } from '@/features/frame/words';
import { useTRPC } from '@/trpc/client';
import { TrustForm } from './form';
import { bodyOf } from './schema';
import type { KnownRepository, TrustedRepository } from './table';

function useRefresh() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries(trpc.buildToken.pathFilter());
}

/** Trusts a repository, in a dialog. */
export function TrustRepository() {
  const [open, setOpen] = useState(false);
  const refresh = useRefresh();
  const create = useMutation({
    ...useTRPC().buildToken.create.mutationOptions(),
    onSuccess: async ({ repository }) => {
      setOpen(false);
      toast.success(`${repository} is trusted`);
      await refresh();
    },
  });
  return (
    <Dialog
      title="Trust a repository"
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        create.reset();
      }}
      trigger={
        <Button variant="primary">
          <Workflow aria-hidden />
          Trust a repository
        </Button>
      }
      footer={<Footer form="trust-repository" label="Trust it" pending={create.isPending} />}
    >
      <div className="grid gap-4">
        <FormProblem>{create.error && refusalOf(create.error, 'It was not trusted.')}</FormProblem>
        <TrustForm
          id="trust-repository"
          known={null}
          onEntered={(entered) => {
            const { platform, issuer } = entered;
            const signedBy = issuer.trim() === '' ? {} : { issuer: issuer.trim() };
            create.mutate({ body: { platform, ...signedBy, ...bodyOf(entered) } });
          }}
        />
      </div>
    </Dialog>
  );
}

/** Changes a trusted repository, in a dialog. */
export function ChangeTrust({ trusted }: { readonly trusted: TrustedRepository }) {
  const { id, repository } = trusted;
  const [open, setOpen] = useState(false);
  const refresh = useRefresh();
  const patch = useMutation({
    ...useTRPC().buildToken.patch.mutationOptions(),
    onSuccess: async () => {
      setOpen(false);
      await refresh();
    },
  });
  const form = `change-${id}`;
  return (
    <Dialog
      title={`Change ${repository}`}
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        patch.reset();
      }}
      trigger={
        <Button size="sm" aria-label={`Change ${repository}`}>
          Change
        </Button>
      }
      footer={<Footer form={form} label="Save" pending={patch.isPending} />}
    >
      <div className="grid gap-4">
        <FormProblem>{patch.error && refusalOf(patch.error, 'Nothing was changed.')}</FormProblem>
        <TrustForm
          id={form}
          known={trusted}
          onEntered={(entered) => patch.mutate({ id, body: bodyOf(entered) })}
        />
      </div>
    </Dialog>
  );
}

interface FooterProps {
  readonly form: string;
  readonly label: string;
  readonly pending: boolean;
}

function Footer({ form, label, pending }: FooterProps) {
  return (
    <>
      <DialogClose>
        <Button>Cancel</Button>
      </DialogClose>
      <Button type="submit" form={form} variant="primary" loading={pending}>
        {label}
      </Button>
    </>
  );
}

/** Trusts a repository no more, once that is confirmed. */
export function RemoveTrust({ trusted }: { readonly trusted: TrustedRepository }) {
  const { id, repository } = trusted;
  const [open, setOpen] = useState(false);
  const refresh = useRefresh();
  const remove = useMutation({
    ...useTRPC().buildToken.delete.mutationOptions(),
    onSuccess: async () => {
      toast.success(`${repository} is no longer trusted`);
      await refresh();
    },
    onError: (error) => toast.error(refusalOf(error, `${repository} is still trusted.`)),
    onSettled: () => setOpen(false),
  });
  return (
    <ConfirmDialog
      title={`Stop trusting ${repository}?`}
      description="Its builds are refused from the next request on, unless another entry trusts them. What they uploaded stays."
      confirmLabel="Remove"
      open={open}
      onOpenChange={setOpen}
      pending={remove.isPending}
      onConfirm={() => remove.mutate({ id })}
      trigger={
        <Button size="sm" variant="danger-quiet" aria-label={`Remove ${repository}`}>
          Remove
        </Button>
      }
    />
  );
}

/** Forgets the number of a repository or owner, once that is confirmed. */
export function ForgetRepository({ known }: { readonly known: KnownRepository }) {
  const { issuer, kind, name, number } = known;
  const [open, setOpen] = useState(false);
  const refresh = useRefresh();
  const forget = useMutation({
    ...useTRPC().buildToken.forget.mutationOptions(),
    onSuccess: async () => {
      toast.success(`${name} is forgotten`);
      await refresh();
    },
    onError: (error) => toast.error(refusalOf(error, `${name} was not forgotten.`)),
    onSettled: () => setOpen(false),
  });
  return (
    <ConfirmDialog
      title={`Forget ${name}?`}
      description={`It was ${number} so far. The next build by that name is taken for it, whoever has the name by then: make sure that it is who you trust.`}
      confirmLabel="Forget"
      open={open}
      onOpenChange={setOpen}
      pending={forget.isPending}
      onConfirm={() => forget.mutate({ issuer, kind, name })}
      trigger={
        <Button size="sm" variant="danger-quiet" aria-label={`Forget ${name}`}>
          Forget
        </Button>
      }
    />
  );
}
