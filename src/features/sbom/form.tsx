'use client';

import { useEffect, useState } from 'react';
import { Link } from '@/components/ui/link';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { hrefs } from '@/features/hrefs';
import { formatBytes } from '@/lib/numbers';
import { Refusal, Sending } from './card';
import { DropField, PasteField } from './fields';
import { DocumentRefused, useDocumentUpload } from './query';
import { SbomResult } from './table';
import { NOTHING_SAID, type DocumentSubject } from './types';

const LONGEST = 1_024;
const said = z
  .string()
  .trim()
  .max(LONGEST, `At most ${String(LONGEST)} characters`);
const subjectSchema = z.object({ project: said, name: said, tag: said });

export interface UploadFormProps {
  /** A file that was dropped on the page. */
  dropped?: File | null;
}

/** Uploads an SBOM, and shows what was found in it. */
export function UploadForm({ dropped = null }: UploadFormProps) {
  const [file, setFile] = useState(dropped);
  const upload = useDocumentUpload();
  const { register, handleSubmit, formState, reset, setError, setFocus } = useForm<DocumentSubject>(
    {
      resolver: zodResolver(subjectSchema),
      defaultValues: NOTHING_SAID,
    },
  );
  const isUnnamed = isNameless(upload.error);
  // Once the fields are back: while the document is sent they are away.
  useEffect(() => {
    if (!isUnnamed) return;
    setError('name', { message: NAMELESS });
    setFocus('name');
  }, [isUnnamed, setError, setFocus]);
  if (upload.data) {
    const again = () => {
      setFile(null);
      reset();
      upload.reset();
    };
    return (
      <div className="grid grid-cols-1 gap-5">
        <div className="flex flex-wrap items-center gap-2">
          <p role="status" className="grow font-semibold">
            Uploaded
          </p>
          <Button asChild variant="primary">
            <Link href={hrefs.image(upload.data.image_tag_id)}>Open its page</Link>
          </Button>
          <Button onClick={again}>Upload another</Button>
        </div>
        <SbomResult answer={upload.data} />
      </div>
    );
  }
  if (upload.isPending) {
    return <Sending name={file?.name ?? ''} progress={upload.progress} onStop={upload.stop} />;
  }
  const choose = (chosen: File) => {
    upload.reset();
    setFile(chosen);
  };
  const send = handleSubmit((subject) => {
    if (!file) return;
    upload.mutate({ file, subject });
  });
  const { errors } = formState;
  return (
    <form aria-label="Upload an SBOM" onSubmit={send} className="grid grid-cols-1 gap-4">
      <DropField
        onFile={choose}
        hint="CycloneDX, SPDX, Syft, Trivy, Docker Scout or GitHub; plain, gzip or zstd."
      />
      <PasteField onFile={choose} />
      {file && (
        <>
          <p className="text-sm">
            <span className="font-medium wrap-anywhere">{file.name}</span>{' '}
            <span className="text-muted">{formatBytes(file.size)}</span>
          </p>
          <div className="grid items-start gap-3 sm:grid-cols-3">
            <Field label="Name" error={errors.name?.message}>
              <Input {...register('name')} placeholder={AS_IT_SAYS} autoComplete="off" />
            </Field>
            <Field label="Tag or version" error={errors.tag?.message}>
              <Input {...register('tag')} placeholder={AS_IT_SAYS} autoComplete="off" />
            </Field>
            <Field label="Project" error={errors.project?.message}>
              <Input {...register('project')} placeholder={AS_IT_SAYS} autoComplete="off" />
            </Field>
          </div>
          {upload.error instanceof DocumentRefused && !isUnnamed && (
            <Refusal title="The document was not taken." error={upload.error} />
          )}
          <Button type="submit" variant="primary" className="justify-self-start">
            Upload
          </Button>
        </>
      )}
    </form>
  );
}

const AS_IT_SAYS = 'As the document says';
const NAMELESS = 'The document does not say what it describes: name it';

/** Tells whether a document was refused because nobody says what it is about. */
function isNameless(error: Error | null): boolean {
  return (
    error instanceof DocumentRefused &&
    error.faults.some(({ loc }) => loc[0] === 'query' && loc[1] === 'name')
  );
}
