'use client';

import { useState } from 'react';
import { useRouter } from 'next/navigation';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { Dialog, DialogClose } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { PACK_TEMPLATES, TEMPLATE_TITLES, type TemplateName } from '@/domain/pack/templates';
import { FormProblem } from '@/features/frame/form-problem';
import { useMay } from '@/features/frame/reader';
import { refusalOf } from '@/features/frame/words';
import { hrefs } from '@/features/hrefs';
import { useTRPC } from '@/trpc/client';

const OPTIONS = PACK_TEMPLATES.map((value) => ({ value, label: TEMPLATE_TITLES[value] }));

/** Offers to make an evidence pack, to those who may; it opens once it is made. */
export function MakePack() {
  const mayMake = useMay('pack:write');
  const [open, setOpen] = useState(false);
  const [template, setTemplate] = useState<TemplateName>('general');
  const router = useRouter();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const make = useMutation({
    ...trpc.pack.create.mutationOptions(),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries(trpc.pack.list.pathFilter());
      router.push(hrefs.pack(id));
    },
  });
  if (!mayMake) return null;
  return (
    <Dialog
      title="Make an evidence pack"
      description="Of what is known now. It is frozen: nothing changes or deletes it."
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        make.reset();
      }}
      trigger={<Button variant="primary">Make a pack</Button>}
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button
            variant="primary"
            loading={make.isPending || make.isSuccess}
            onClick={() => make.mutate({ body: { template } })}
          >
            Make the pack
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <FormProblem>{make.error && refusalOf(make.error, 'The pack was not made.')}</FormProblem>
        <Field
          label="Asked for by"
          hint="Its document refers to the clauses. What it says is the same for all of them."
        >
          <Select options={OPTIONS} value={template} onChange={setTemplate} />
        </Field>
      </div>
    </Dialog>
  );
}
