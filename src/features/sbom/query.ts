'use client';

import { use, useRef, useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { SHOWN_ORGANIZATION_HEADER } from '@/domain/organization';
import { hrefs } from '@/features/hrefs';
import { useTRPC } from '@/trpc/client';
import { ShownOrganizationContext } from '@/trpc/shown-organization';
import type {
  DocumentQuestion,
  DocumentSubject,
  Progress,
  SbomFindings,
  StoredSbom,
} from './types';

const fault = z.object({ loc: z.array(z.union([z.string(), z.number()])), msg: z.string() });
/** The contract's errors: a sentence, or each fault with its place. */
const refusal = z.object({ detail: z.union([z.string(), z.array(fault)]) });

export type DocumentFault = z.infer<typeof fault>;

/** The server refused a document, or did not answer. */
export class DocumentRefused extends Error {
  override readonly name = 'DocumentRefused';
  constructor(
    /** Null when no answer came. */
    readonly status: number | null,
    message: string,
    readonly faults: readonly DocumentFault[],
    readonly requestId: string | null,
  ) {
    super(message);
  }
}

interface Sent {
  readonly file: File;
  readonly subject: DocumentSubject | DocumentQuestion;
}

/** Asks what an upload of a document would find, and stores nothing. */
export function useDocumentCheck() {
  return useDocument<SbomFindings>('POST', hrefs.sboms.check, () => undefined);
}

/** Stores a document; lists of images and their software are read again. */
export function useDocumentUpload() {
  const queryClient = useQueryClient();
  const trpc = useTRPC();
  return useDocument<StoredSbom>('PUT', hrefs.sboms.store, () => {
    for (const router of [trpc.image, trpc.software, trpc.project, trpc.overview]) {
      void queryClient.invalidateQueries(router.pathFilter());
    }
  });
}

/**
 * Sends a file to the API with the reader's session. Sent with XMLHttpRequest: `fetch` does not tell how much of a
 * body has left.
 */
function useDocument<Answer>(method: 'POST' | 'PUT', path: string, onAnswer: () => void) {
  const shown = use(ShownOrganizationContext);
  const [progress, setProgress] = useState<Progress | null>(null);
  const sending = useRef<XMLHttpRequest | null>(null);
  const mutation = useMutation({
    mutationFn: ({ file, subject }: Sent) =>
      new Promise<Answer>((resolve, reject) => {
        const request = new XMLHttpRequest();
        sending.current = request;
        const given = Object.entries(subject).filter(([, value]) => value !== '');
        const query = new URLSearchParams(Object.fromEntries(given)).toString();
        request.open(method, query === '' ? path : `${path}?${query}`);
        request.setRequestHeader('content-type', 'application/octet-stream');
        if (shown) request.setRequestHeader(SHOWN_ORGANIZATION_HEADER, shown.organizationId);
        request.upload.onprogress = ({ loaded }) =>
          setProgress({ sentBytes: loaded, totalBytes: file.size });
        request.onload = () => {
          const error = refusalOf(request);
          if (error) return reject(error);
          // Our own server's answer, whose type is the router's: tRPC's client trusts it as much.
          resolve(JSON.parse(request.responseText) as Answer);
        };
        request.onerror = () => reject(noAnswer());
        request.ontimeout = () => reject(noAnswer());
        request.onabort = () => reject(new DOMException('Stopped', 'AbortError'));
        setProgress({ sentBytes: 0, totalBytes: file.size });
        request.send(file);
      }),
    onSuccess: onAnswer,
    onSettled: () => setProgress(null),
  });
  const stop = () => sending.current?.abort();
  return { ...mutation, progress, stop };
}

function noAnswer() {
  return new DocumentRefused(null, 'The server did not answer.', [], null);
}

function refusalOf(request: XMLHttpRequest): DocumentRefused | null {
  if (request.status >= 200 && request.status < 300) return null;
  const requestId = request.getResponseHeader('x-request-id');
  const { detail } = readRefusal(request.responseText);
  return typeof detail === 'string'
    ? new DocumentRefused(request.status, detail, [], requestId)
    : new DocumentRefused(request.status, '', detail, requestId);
}

/** A proxy before the server may refuse a large body in words of its own. */
function readRefusal(text: string): z.infer<typeof refusal> {
  try {
    return refusal.parse(JSON.parse(text));
  } catch {
    return { detail: '' };
  }
}
