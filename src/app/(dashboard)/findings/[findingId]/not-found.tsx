import { loadExplanation } from '@/features/explanation/query';
import { NoSuchPage } from '@/features/frame/no-such-page';
import { hrefs } from '@/features/hrefs';
import { Elsewhere } from '@/features/shell/elsewhere/view';

const load = (id: string) => loadExplanation(id, null);

export default function NoSuchFinding() {
  return (
    <Elsewhere kind="finding" load={load}>
      <NoSuchPage title="There is no such finding" href={hrefs.findings()} linkText="All findings">
        It belongs to another organization than the one you are in now.
      </NoSuchPage>
    </Elsewhere>
  );
}
