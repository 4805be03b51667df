import type { ApiDocument } from '@/domain/openapi/document';
import { publicProcedure } from '../init';
import { getDocumentMeta, getDocumentOutput } from './get-document.schema';

/** @param document gives the document of the router that the procedure becomes a part of */
export function getDocument(document: () => ApiDocument) {
  return publicProcedure
    .meta(getDocumentMeta)
    .output(getDocumentOutput)
    .query(() => ({ ...document() }));
}
