import { hrefs } from '@/features/hrefs';
import type { ReactNode } from 'react';
import { ShieldAlert, ShieldCheck, ShieldX } from 'lucide-react';
import { Card } from '@/components/ui/card';
import { FactList } from '@/components/ui/fact-list';
import { TextLink } from '@/components/ui/text-link';
import { MoveAdvice } from '@/features/advice/card';
import { EnterContract } from '@/features/contract/enter/card';
import { otherDates } from '@/features/image/detail/findings/words';
import { ContractMark } from '@/features/names/contract';
import { EvidenceWord } from '@/features/names/evidence';
import { WhomToAsk } from '@/features/names/owner';
import { ProjectName } from '@/features/names/project';
import { AskLink, WaivedLine } from '@/features/waiver/card';
import { formatDay, withDaysInWords } from '@/lib/dates';
import { countOf } from '@/lib/numbers';
import { webAddress } from '@/lib/web-address';
import { EndBadge } from '@/features/advice/table';
import type { SoftwareDetail, PolicyJudgement } from '../query';
import { softwareHref } from './params';

export interface SoftwareFactsProps {
  software: SoftwareDetail;
  /** A UTC day. */
  today: string;
}

/** Shows the end of life, the advised move, the holders and the releases. */
export function SoftwareFacts({ software, today }: SoftwareFactsProps) {
  return (
    <section
      aria-label="Facts"
      className="grid gap-x-10 gap-y-2 rounded-md border bg-surface px-4 py-3 lg:grid-cols-2"
    >
      <FactList
        className="content-start"
        facts={[
          { label: 'End of life', value: <End software={software} today={today} /> },
          { label: 'Move to', value: <Move software={software} /> },
          { label: 'Evidence', value: <EvidenceWord degree={software.evidence} /> },
          { label: 'Held by', value: <HeldBy software={software} /> },
        ]}
      />
      <FactList
        className="content-start"
        facts={[
          { label: 'Released', value: day(software.releaseDate) },
          { label: 'Latest release', value: <LatestRelease software={software} /> },
          { label: 'First seen', value: day(software.firstSeenDate) },
          ...(lifeCyclePage(software) ?? []),
        ]}
      />
    </section>
  );
}

function End({ software, today }: SoftwareFactsProps) {
  const { eolDate, eolDateKnown, estimatedFrom, scannerEolDate } = software;
  // Whether its scanner reports it differs from image to image; a date of its own says that one does.
  const foundBy = scannerEolDate === null ? 'catalog' : 'scanner';
  const dates = otherDates({ ...software, foundBy });
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
        <EndBadge
          day={eolDate}
          known={eolDateKnown}
          estimatedFrom={estimatedFrom}
          today={today}
          variant="tinted"
          show="relative"
        />
        {eolDate !== null && eolDateKnown && formatDay(eolDate)}
      </span>
      {dates && <p className="text-xs text-muted">{dates}</p>}
      <ContractMark
        contract={software.contract}
        elsewhere={software.contractElsewhere}
        today={today}
      />
      {software.contract === null && software.images > 0 && (
        <EnterContract product={software.productName} cycle={software.cycle} />
      )}
    </>
  );
}

function Move({ software: { advice, productName, lifecycle } }: { software: SoftwareDetail }) {
  const hrefOf = (name: string) => {
    const held = lifecycle.find((cycle) => cycle.name === name)?.held[0];
    return held ? softwareHref(held.softwareId) : null;
  };
  return <MoveAdvice advice={advice} product={productName} hrefOf={hrefOf} />;
}

function HeldBy({ software }: { software: SoftwareDetail }) {
  const { id, images, projects } = software;
  if (images === 0) return <span className="text-muted">No image holds it now</span>;
  return (
    <>
      <TextLink href={hrefs.images({ software: id })}>{countOf(images, 'image')}</TextLink>
      {' in '}
      <TextLink href={softwareHref(id, { view: 'projects' })} scroll={false}>
        {countOf(projects, 'project')}
      </TextLink>
      {' · '}
      <TextLink href={hrefs.findings({ product: software.productName })}>Why</TextLink>
    </>
  );
}

function LatestRelease({ software }: { software: SoftwareDetail }) {
  const { catalog } = software;
  const { latestRelease, latestReleaseDate } = catalog?.latestRelease ? catalog : software;
  if (!latestRelease) return <Unknown />;
  return (
    <>
      <span className="font-mono text-xs">{latestRelease}</span>
      {latestReleaseDate && <span className="text-muted"> · {formatDay(latestReleaseDate)}</span>}
    </>
  );
}

function lifeCyclePage({ productPermalink }: SoftwareDetail) {
  const href = webAddress(productPermalink);
  if (href === null) return null;
  const value = (
    <TextLink href={href} external>
      {new URL(href).host}
    </TextLink>
  );
  return [{ label: 'Life cycle', value }];
}

function day(date: string | null): ReactNode {
  return date === null ? <Unknown /> : formatDay(date);
}

function Unknown() {
  return <span className="text-subtle">Unknown</span>;
}

/** Shows the policies' verdict on builds that hold the software, today and on later days. */
export function PolicySection({ software }: { software: SoftwareDetail }) {
  const { projectPolicies, teamPolicies, policy, runningPolicy, productName, cycle } = software;
  const subject = { product: productName, cycle };
  const hasOthers = projectPolicies.length + teamPolicies.length > 0;
  return (
    <Card title="What policies say">
      <div className="grid gap-3">
        {projectPolicies.map(({ project, owner, ...own }) => (
          <Judgements
            key={project.id}
            {...own}
            where={
              <span className="flex min-w-0 flex-wrap items-baseline gap-x-3">
                <ProjectName name={project.name} />
                {owner && <WhomToAsk owner={owner} teamId={owner.team_id} />}
              </span>
            }
            subject={{ ...subject, project: project.name }}
          />
        ))}
        {teamPolicies.map(({ team, ...own }) => (
          <Judgements
            key={team.id}
            {...own}
            where={
              <>
                In the projects of <TextLink href={hrefs.team(team.id)}>{team.name}</TextLink>
              </>
            }
            subject={{ ...subject, team: team.id }}
          />
        ))}
        <Judgements
          policy={policy}
          runningPolicy={runningPolicy}
          subject={subject}
          where={hasOthers ? 'Everywhere else' : null}
        />
      </div>
    </Card>
  );
}

interface JudgementsProps extends JudgementProps {
  /** In images that a cluster runs; null where no policy asks. */
  runningPolicy: PolicyJudgement | null;
}

/** One verdict, or two where policies for what runs decide otherwise. */
function Judgements({ policy, runningPolicy, where, subject }: JudgementsProps) {
  if (runningPolicy === null || isSame(policy, runningPolicy)) {
    return <Judgement policy={policy} where={where} subject={subject} />;
  }
  const inImages = (what: string) =>
    where ? (
      <>
        {where}, in images that {what}
      </>
    ) : (
      `In images that ${what}`
    );
  return (
    <>
      <Judgement policy={runningPolicy} where={inImages('run in a cluster')} subject={subject} />
      <Judgement policy={policy} where={inImages('do not run')} subject={subject} />
    </>
  );
}

function isSame(one: PolicyJudgement, other: PolicyJudgement): boolean {
  return (
    one.policyId === other.policyId &&
    one.action === other.action &&
    JSON.stringify(one.changes) === JSON.stringify(other.changes)
  );
}

const TODAY = {
  ALLOW: { words: 'Builds pass', Icon: ShieldCheck },
  WARN: { words: 'Builds get a warning', Icon: ShieldAlert },
  DENY: { words: 'Builds fail', Icon: ShieldX },
} as const;

const FROM = { ALLOW: 'pass', WARN: 'get a warning', DENY: 'fail' } as const;

interface JudgementProps {
  policy: PolicyJudgement;
  /** The project judged; null when one verdict holds for all. */
  where: ReactNode;
  /** What a waiver of it would be on. */
  subject: Parameters<typeof hrefs.newWaiver>[0];
}

function Judgement({ policy, where, subject }: JudgementProps) {
  const { words, Icon } = TODAY[policy.action];
  const changes = policy.changes.map(
    ({ on, action }) => `they ${FROM[action]} from ${formatDay(on)}`,
  );
  return (
    <div className="flex min-w-0 gap-2 text-sm">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      <div className="min-w-0">
        {where && <div className="text-muted">{where}</div>}
        <p className="font-medium">{words}</p>
        {policy.message && (
          <p className="wrap-anywhere text-muted">
            {withDaysInWords(policy.message)}{' '}
            {policy.policyId && (
              <TextLink href={hrefs.policy(policy.policyId)} prefetch={false}>
                Read the policy
              </TextLink>
            )}
          </p>
        )}
        <p className="text-muted">{laterWords(policy, changes)}</p>
        {policy.waiver && (
          <p className="text-muted">
            <WaivedLine waiverId={policy.waiver.id} endsOn={policy.waiver.endsOn} />
          </p>
        )}
        {policy.action !== 'ALLOW' && <AskLink subject={subject} />}
      </div>
    </div>
  );
}

function laterWords({ action }: PolicyJudgement, changes: readonly string[]): string | null {
  if (changes.length === 0) {
    return action === 'ALLOW' ? 'No policy concerns it, today or later.' : null;
  }
  const [first = '', ...rest] = changes;
  return `${first.charAt(0).toUpperCase()}${first.slice(1)}${rest.map((text) => `, ${text}`).join('')}.`;
}
