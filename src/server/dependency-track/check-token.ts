import { z } from 'zod';
import { storedText } from '@/domain/validation/fields';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';

export const checkTokenInput = z.object({ token: storedText(1_024) });

export const checkTokenOutput = z.object({ processing: z.literal(false) });

const metaOf = (path: '/v1/event/token/{token}' | '/v1/bom/token/{token}') =>
  rest({
    ...{ method: 'GET', path, summary: 'Ask whether an upload is processed' },
    ...{ tag: 'Dependency-Track', api: 'dependency-track', errorBody: 'dependency-track' },
  });
export const eventTokenMeta = metaOf('/v1/event/token/{token}');
export const bomTokenMeta = metaOf('/v1/bom/token/{token}');

const operation = (meta: typeof eventTokenMeta) =>
  permitted('eol:check')
    .meta(meta)
    .input(checkTokenInput)
    .output(checkTokenOutput)
    // An upload is done when it is answered; a token that nobody knows is answered alike.
    .query(() => ({ processing: false }) as const);

export const checkEventToken = operation(eventTokenMeta);
export const checkBomToken = operation(bomTokenMeta);
