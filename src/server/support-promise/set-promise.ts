import { z } from 'zod';
import { MAX_PROMISE_NOTE, MAX_PROMISE_PRODUCT } from '@/domain/support-promise/outlives';
import { calendarDay, storedText } from '@/domain/validation/fields';
import { permitted } from '@/server/platform/trpc/init';
import { recordId } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { promiseRecord } from './dto';
import { setPromise as set } from './service/promises';

const text = (maxLength: number) =>
  storedText(maxLength)
    .transform((given) => given.trim() || null)
    .nullable();

export const setPromiseInput = z.object({
  id: recordId,
  body: z
    .object({
      promised_until: calendarDay.describe('The last day of the promised support'),
      product_name: text(MAX_PROMISE_PRODUCT)
        .describe('What customers know the product as; null or left out: as the project')
        .optional(),
      note: text(MAX_PROMISE_NOTE).describe('Where it was promised, say').optional(),
    })
    .meta({
      id: 'SupportPromiseModel',
      example: { promised_until: '2031-12-31', product_name: 'Acme Shop 4' },
    }),
});

export const setPromiseOutput = promiseRecord;

export const setPromiseMeta = rest({
  method: 'PUT',
  path: '/projects/{id}/support_promise',
  summary: 'Promise support of a project',
  description:
    'Until a last day, in the place of what was promised before. It changes no end of life and no verdict: it is what these are held against.',
  tag: 'Support promises',
  errors: [404],
  body: 'json',
});

export const setPromise = permitted('promise:write')
  .meta(setPromiseMeta)
  .input(setPromiseInput)
  .output(setPromiseOutput)
  .mutation(({ ctx, input: { id, body } }) =>
    set(ctx.deps, ctx.principal, id, {
      promisedUntil: body.promised_until,
      productName: body.product_name ?? null,
      note: body.note ?? null,
    }),
  );
