import { redirect } from 'next/navigation';
import { OPERATOR_SECTIONS } from '@/features/operator/params';
import { requirePageOperator } from '@/server/page/reader';

export default async function OperatorPage() {
  await requirePageOperator();
  redirect(OPERATOR_SECTIONS[0].href);
}
