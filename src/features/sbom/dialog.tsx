'use client';

import { useState } from 'react';
import dynamic from 'next/dynamic';
import { FileUp } from 'lucide-react';
import { Loading } from '@/components/feedback/loading';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { useAskedOpen } from '@/features/frame/asked-open';
import { useMay } from '@/features/frame/reader';
import { usePageDrop } from './fields';

const UploadForm = dynamic(() => import('./form').then((module) => module.UploadForm), {
  loading: () => <Loading label="Loading the form" rows={2} columns={1} />,
});

/** A button that uploads an SBOM; a file dropped anywhere on the page opens the same. */
export function UploadSbom() {
  const mayUpload = useMay('scan:upload');
  return mayUpload ? <Upload /> : null;
}

function Upload() {
  const [open, setOpen] = useState(false);
  useAskedOpen(() => setOpen(true));
  const [dropped, setDropped] = useState<File | null>(null);
  usePageDrop(([file, ...others]) => {
    // While the dialog is open, its own field takes what is dropped.
    if (open || !file) return;
    // Of several nothing is sent: the form asks for one.
    setDropped(others.length > 0 ? null : file);
    setOpen(true);
  });
  const change = (isOpen: boolean) => {
    if (!isOpen) setDropped(null);
    setOpen(isOpen);
  };
  return (
    <Dialog
      title="Upload an SBOM"
      description="What other tools find joins the same inventory and is judged by the same policies."
      size="lg"
      open={open}
      onOpenChange={change}
      trigger={
        <Button>
          <FileUp aria-hidden />
          Upload an SBOM
        </Button>
      }
    >
      {open && <UploadForm dropped={dropped} />}
    </Dialog>
  );
}
