import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';
import { Badge } from '@/components/ui/badge';
import { TextLink } from '@/components/ui/text-link';
import { projectTitle } from '@/domain/identifiers/project-name';
import { AsOf, LookBack } from '@/features/frame/as-of';
import { hrefs } from '@/features/hrefs';
import { Dates, InShort, Packages, Policies, Uploads } from './card';
import type { Explanation } from './query';

export interface ExplanationViewProps {
  readonly explanation: Explanation;
  /** A UTC day. */
  readonly today: string;
  /** The sentences of policies as they are today, by their ids; none where others held. */
  readonly sentences: ReadonlyMap<string, string>;
}

/** Shows why an image is found to hold a release cycle, and since when, now or when a day was over. */
export function ExplanationView({ explanation, today, sentences }: ExplanationViewProps) {
  const { finding, image, is_past: isPast, as_of: day, notes } = explanation;
  const now = hrefs.finding(finding.id);
  const asOf = isPast ? day : null;
  return (
    <Stack>
      <PageHeader
        crumbs={[
          { label: 'Findings', href: hrefs.findings({ as_of: asOf }) },
          {
            label: `${image.name}:${image.tag}`,
            href: hrefs.image(image.id, { as_of: asOf }),
          },
        ]}
        title={`Why ${finding.product_name} ${finding.cycle}`}
        aside={<Badge>{finding.artifact_type}</Badge>}
        actions={<LookBack now={now} today={today} day={asOf} />}
      />
      <AsOf day={asOf} now={now} notes={isPast ? notes : []} />
      <Where explanation={explanation} />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <InShort explanation={explanation} />
        <Uploads explanation={explanation} />
      </div>
      <Packages explanation={explanation} />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <Dates explanation={explanation} />
        <Policies explanation={explanation} sentences={sentences} />
      </div>
      {!isPast &&
        notes.map((note) => (
          <p key={note} className="text-xs text-muted">
            {note}
          </p>
        ))}
    </Stack>
  );
}

function Where({ explanation }: Pick<ExplanationViewProps, 'explanation'>) {
  const { finding, image, project, owner, is_past: isPast, as_of: day } = explanation;
  const asOf = isPast ? day : null;
  const name = `${image.name}:${image.tag}`;
  return (
    <p className="flex flex-wrap gap-x-2 gap-y-1 text-sm wrap-anywhere text-muted">
      <TextLink href={hrefs.software(finding.software_id, { as_of: asOf })}>
        {finding.product_name} {finding.cycle}
      </TextLink>
      <span>in</span>
      {image.is_gone && !isPast ? (
        <span>{name}, which is deleted</span>
      ) : (
        <TextLink href={hrefs.image(image.id, { as_of: asOf })}>{name}</TextLink>
      )}
      <span>of the project</span>
      <TextLink href={hrefs.project(project.id, { as_of: asOf })}>
        {projectTitle(project.name).title}
      </TextLink>
      {owner && (
        <span>
          owned by <TextLink href={hrefs.team(owner.id)}>{owner.name}</TextLink>
        </span>
      )}
    </p>
  );
}
