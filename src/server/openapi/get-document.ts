import { z } from 'zod';
import { rest } from '@/server/platform/trpc/meta';
import type { ApiDocument } from '@/domain/openapi/document';
import { publicProcedure } from '@/server/platform/trpc/init';

export const getDocumentOutput = z.looseObject({
  openapi: z.string().meta({ example: '3.1.0' }),
  info: z.looseObject({ title: z.string(), version: z.string() }),
  paths: z.record(z.string(), z.unknown()),
});

export const getDocumentMeta = rest({
  method: 'GET',
  path: '/openapi.json',
  summary: 'Read this document',
  description: 'The OpenAPI 3.1 document of the whole API.',
  tag: 'Service',
  public: true,
});

/** @param document gives the document of the router that the procedure becomes a part of */
export function getDocument(document: () => ApiDocument) {
  return publicProcedure
    .meta(getDocumentMeta)
    .output(getDocumentOutput)
    .query(() => ({ ...document() }));
}
