import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';
import { DateTime } from '@/components/status/date-time';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { FactList } from '@/components/ui/fact-list';
import { TextLink } from '@/components/ui/text-link';
import { projectTitle } from '@/domain/identifiers/project-name';
import { hrefs } from '@/features/hrefs';
import { MatchFacts } from '../match/card';
import type { PackageExplanation } from '../query';

/** Shows how the catalog was led to the release cycle of a package of an image, or what was tried where to none. */
export function PackageExplanationView({
  explanation,
}: {
  readonly explanation: PackageExplanation;
}) {
  const { image, package: found } = explanation;
  return (
    <Stack>
      <PageHeader
        crumbs={[
          { label: 'Images', href: hrefs.images() },
          { label: `${image.name}:${image.tag}`, href: hrefs.image(image.id, { tab: 'packages' }) },
        ]}
        title={`${found.match.found ? 'Why' : 'Why not'} ${found.name} ${found.version}`}
        aside={<Badge>{found.type}</Badge>}
      />
      <Card title={found.match.found ? 'How it was matched' : 'What was tried'}>
        <MatchFacts match={found.match} />
      </Card>
      <Card title="What is known of it">
        <FactList facts={factsOf(explanation)} />
      </Card>
    </Stack>
  );
}

function factsOf({ package: found, findings, latest_upload: upload, project }: PackageExplanation) {
  return [
    {
      label: 'Package URL',
      value:
        found.purl === null ? (
          <span className="text-muted">None</span>
        ) : (
          <span className="font-mono text-xs">{found.purl}</span>
        ),
    },
    {
      label: 'Found to be',
      value:
        findings.length === 0 ? (
          <span className="text-muted">Nothing with a known end</span>
        ) : (
          findings.map(({ id, name }) => (
            <TextLink key={id} href={hrefs.finding(id)} className="mr-3">
              {name}
            </TextLink>
          ))
        ),
    },
    {
      label: 'Project',
      value: (
        <TextLink href={hrefs.project(project.id)}>{projectTitle(project.name).title}</TextLink>
      ),
    },
    {
      label: 'Newest scan',
      value: upload ? (
        <>
          <DateTime value={upload.accepted_at} />{' '}
          <span className="text-muted">by {upload.caller.name}</span>
        </>
      ) : (
        <span className="text-muted">Not kept any more</span>
      ),
    },
  ];
}
