import { z } from 'zod';
import { accountNoticeSchema } from '@/domain/user/account-notice';
import { instant } from '../outputs';

export const listNoticesOutput = z.array(
  z.object({ id: z.guid(), at: instant, notice: accountNoticeSchema }),
);

export const putNoticeAwayInput = z.object({ id: z.guid() });
