'use client';

import dynamic from 'next/dynamic';
import { useState } from 'react';
import { Loading } from '@/components/feedback/loading';
import { Button } from '@/components/ui/button';
import { Refusal, Sending } from './card';
import { DropField } from './fields';
import { DocumentRefused, useDocumentCheck } from './query';
import { NOTHING_SAID } from './types';

// Comes with the first answer.
const SbomResult = dynamic(() => import('./table').then((module) => module.SbomResult), {
  loading: () => <Loading label="Reading the answer" rows={3} columns={4} />,
});

/** Checks a whole document and stores nothing. */
export function DocumentCheck() {
  const check = useDocumentCheck();
  const [name, setName] = useState('');
  const send = (file: File) => {
    setName(file.name);
    check.mutate({ file, subject: NOTHING_SAID });
  };
  return (
    <section aria-labelledby="document" className="grid max-w-5xl grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="document" className="grow text-sm font-semibold wrap-anywhere">
          {check.data ? name : 'A whole SBOM'}
        </h2>
        {check.data && <Button onClick={check.reset}>Check another</Button>}
      </div>
      {check.isPending ? (
        <Sending name={name} progress={check.progress} onStop={check.stop} />
      ) : check.data ? (
        <SbomResult answer={check.data} />
      ) : (
        <DropField
          onFile={send}
          hint="It is checked and not stored. CycloneDX, SPDX, Syft, Trivy, Docker Scout or GitHub."
        />
      )}
      {check.error instanceof DocumentRefused && (
        <Refusal title={`${name} could not be checked.`} error={check.error} />
      )}
    </section>
  );
}
