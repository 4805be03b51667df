import { v7 as uuidv7 } from 'uuid';
import { permitted } from '@/server/platform/trpc/init';
import { rest, type RestMethod } from '@/server/platform/trpc/meta';
import { token } from './dto';

export const uploadVexOutput = token;

const metaOf = (method: RestMethod) =>
  rest({
    ...{ method, path: '/v1/vex', summary: 'Upload a VEX', tag: 'Dependency-Track' },
    ...{ api: 'dependency-track', errorBody: 'dependency-track', body: 'ignored' },
  });
export const putVexMeta = metaOf('PUT');
export const postVexMeta = metaOf('POST');

/** Accepts a VEX document and drops it: vulnerabilities are not kept here, and builds that send one have to go on. */
const operation = (meta: typeof putVexMeta) =>
  permitted('scan:upload')
    .meta(meta)
    .output(uploadVexOutput)
    .mutation(() => ({ token: uuidv7() }));

export const putVex = operation(putVexMeta);
export const postVex = operation(postVexMeta);
