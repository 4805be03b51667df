import { NoSuchPage } from '@/features/frame/no-such-page';
import { hrefs } from '@/features/hrefs';
import { loadPlan } from '@/features/plan/query';
import { Elsewhere } from '@/features/shell/elsewhere/view';

export default function NoSuchPlan() {
  return (
    <Elsewhere kind="plan" load={loadPlan}>
      <NoSuchPage title="There is no such plan" href={hrefs.plans()} linkText="All plans">
        It may have been deleted, or it belongs to another organization than the one you are in now.
      </NoSuchPage>
    </Elsewhere>
  );
}
