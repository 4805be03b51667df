import { z } from 'zod';
import { identityOf } from '@/domain/identifiers/identity';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { totalHeader } from './dto';

export const listVulnerabilitiesOutput = z.array(
  z.object({
    uuid: z.guid(),
    vulnId: z.string(),
    source: z.literal('INTERNAL'),
    title: z.string(),
    severity: z.literal('UNASSIGNED'),
  }),
);

export const listVulnerabilitiesMeta = rest({
  ...{ method: 'GET', path: '/v1/vulnerability', summary: 'List vulnerabilities' },
  ...{ tag: 'Dependency-Track', api: 'dependency-track', errorBody: 'dependency-track' },
});

/** Some clients wait until there is one before they upload: the one that there is says that there are none. */
export const listVulnerabilities = permitted('inventory:read')
  .meta(listVulnerabilitiesMeta)
  .output(listVulnerabilitiesOutput)
  .query(({ ctx }) => {
    ctx.answerWith?.(totalHeader(1));
    return [
      {
        uuid: identityOf('dependency-track', 'no vulnerabilities'),
        vulnId: 'INT-EVENTIDE-0',
        source: 'INTERNAL' as const,
        title: 'Eventide keeps no vulnerabilities; this entry says so',
        severity: 'UNASSIGNED' as const,
      },
    ];
  });
