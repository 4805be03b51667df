'use client';

import { useState, type SubmitEvent } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { Button, buttonClass } from '@/components/ui/button';
import { Dialog, DialogClose } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';
import { toast } from '@/components/ui/toast';
import { dayOf } from '@/domain/eol/calendar';
import { certificateRisk, type SignatureRisk } from '@/domain/policy/signature-risk';
import { FormProblem } from '@/features/frame/form-problem';
import { refusalOf } from '@/features/frame/words';
import { SignatureQuestion } from '@/features/policy/form/notary/dialog';
import { useTRPC } from '@/trpc/client';

export interface StoreCertificateProps {
  /** The one that it would replace, in PEM; null: none. */
  readonly stored: string | null;
}

const FORM_ID = 'store-certificate';

/** Stores a certificate from a file or from text. The server parses it and names its faults. */
export function StoreCertificate({ stored }: StoreCertificateProps) {
  const replaces = stored !== null;
  const [open, setOpen] = useState(false);
  const [pem, setPem] = useState('');
  const [risk, setRisk] = useState<SignatureRisk | null>(null);
  const store = useStore(() => setOpen(false));
  const policies = usePoliciesNow();
  const write = () => store.mutate({ body: { certificate: pem } });
  const submit = () => {
    store.reset();
    policies.mutate(undefined, {
      onSuccess: (all) => {
        const found = certificateRisk(stored, pem, all, dayOf(new Date()));
        if (found === null) write();
        else setRisk(found);
      },
    });
  };
  return (
    <Dialog
      title={replaces ? 'Replace the certificate' : 'Store a certificate'}
      description="One X.509 certificate in PEM, or several. Never a private key: a text that holds one is refused."
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        setPem('');
        store.reset();
        policies.reset();
      }}
      trigger={
        <Button variant={replaces ? 'secondary' : 'primary'}>
          <Upload aria-hidden />
          {replaces ? 'Replace' : 'Store a certificate'}
        </Button>
      }
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button
            type="submit"
            form={FORM_ID}
            variant="primary"
            loading={store.isPending || policies.isPending}
            disabled={!pem.trim()}
          >
            Store
          </Button>
        </>
      }
    >
      <PemForm pem={pem} error={store.error ?? policies.error} onText={setPem} onSubmit={submit} />
      <SignatureQuestion
        risk={risk}
        confirmLabel="Store it"
        onConfirm={write}
        onClose={() => setRisk(null)}
      />
    </Dialog>
  );
}

interface PemFormProps {
  readonly pem: string;
  readonly error: unknown;
  readonly onText: (text: string) => void;
  readonly onSubmit: () => void;
}

function PemForm({ pem, error, onText, onSubmit }: PemFormProps) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pem.trim()) onSubmit();
  };
  return (
    <form id={FORM_ID} onSubmit={submit} className="grid gap-3">
      <FormProblem>{error ? refusalOf(error, 'Nothing was stored.') : null}</FormProblem>
      <FileChoice onText={onText} />
      <Field label="Certificate in PEM">
        <Textarea
          value={pem}
          onChange={(event) => onText(event.target.value)}
          placeholder="-----BEGIN CERTIFICATE-----"
          rows={8}
          spellCheck={false}
          className="max-h-80 font-mono sm:text-xs"
        />
      </Field>
    </form>
  );
}

function FileChoice({ onText }: { onText: (text: string) => void }) {
  return (
    <label
      className={buttonClass(
        'secondary',
        'md',
        'relative cursor-pointer justify-self-start outline-accent-text has-focus-visible:outline-2',
      )}
    >
      <Upload aria-hidden />
      Choose a file
      <input
        type="file"
        accept=".pem,.crt,.cer,application/x-pem-file"
        className="absolute inset-0 cursor-pointer opacity-0"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) void file.text().then(onText);
        }}
      />
    </label>
  );
}

/** Reads the policies as they are when it is pressed: one may deny that did not when the page was opened. */
function usePoliciesNow() {
  const { policy } = useTRPC();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => queryClient.fetchQuery({ ...policy.list.queryOptions(), staleTime: 0 }),
  });
}

function useStore(onDone: () => void) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return useMutation({
    ...trpc.certificate.upsert.mutationOptions(),
    onSuccess: async () => {
      await queryClient.invalidateQueries(trpc.certificate.pathFilter());
      toast.success('The certificate is stored');
      onDone();
    },
  });
}
