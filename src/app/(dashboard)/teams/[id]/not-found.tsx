import { NoSuchPage } from '@/features/frame/no-such-page';
import { hrefs } from '@/features/hrefs';
import { Elsewhere } from '@/features/shell/elsewhere/view';
import { loadTeam } from '@/features/team/query';

export default function NoSuchTeam() {
  return (
    <Elsewhere kind="team" load={loadTeam}>
      <NoSuchPage title="There is no such team" href={hrefs.teams} linkText="All teams">
        It may have been deleted, or it belongs to another organization than the one you are in now.
      </NoSuchPage>
    </Elsewhere>
  );
}
