import { z } from 'zod';
import type { Owner } from '@/domain/team/team';
import { ownerRule, type OwnerRule } from '@/domain/team/rule';
import { ruleWords } from '@/domain/team/rule-columns';
import { instant } from '@/server/platform/trpc/outputs';
import type { TeamMemberRow } from './repository/members';
import type { OwnedProject } from './repository/owners';
import type { RuleRow } from './repository/rules';
import type { ListedTeamRow, TeamRow } from './repository/teams';

/** Makes a team as it is kept, for the audit log. */
export function toTeam({ id, name, email, link, handles }: TeamRow) {
  return { id, name, email, link, handles };
}

/** Makes a team as lists show it. */
export function toTeamRecord(row: Omit<ListedTeamRow, 'sortKey'>) {
  return {
    ...toTeam(row),
    people: row.people,
    projects: row.projects,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

export function toTeamMember(row: TeamMemberRow) {
  return {
    user_id: row.userId,
    name: row.name,
    email: row.email,
    added_at: row.addedAt.toISOString(),
  };
}

/** Whom to ask. */
export const ownerRecord = z
  .object({
    team_id: z.guid(),
    name: z.string(),
    email: z.string().nullable(),
    link: z.string().nullable(),
  })
  .meta({
    id: 'Owner',
    description: 'Whom to ask',
    example: {
      team_id: '01931c5b-0f8e-7a3c-b5d2-6e1c9a7f4d08',
      name: 'Payments',
      email: 'payments@example.com',
      link: null,
    },
  });

/** Makes whom to ask of a project. */
export function toOwner({ teamId, name, email, link }: Owner): OwnerAnswer {
  return { team_id: teamId, name, email, link };
}
export type OwnerAnswer = z.output<typeof ownerRecord>;

const count = z.number().int().min(0);

export const teamRecord = z
  .object({
    id: z.guid(),
    name: z.string(),
    email: z.string().nullable().describe('Where to write to'),
    link: z.string().nullable(),
    handles: z.array(z.string()),
    people: count.describe('Members of the organization who are in it'),
    projects: count.describe('Projects that it owns'),
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'Team' });

export const teamMemberRecord = z
  .object({ user_id: z.guid(), name: z.string(), email: z.string(), added_at: instant })
  .meta({ id: 'TeamMember' });

export const ownerRuleRecord = z.object({
  rule: ownerRule,
  projects: count.describe('That this rule gives their owner'),
});

/** Makes a rule from its columns. */
export function toRule({ id, kind, subject, pattern, teamId }: RuleRow): OwnerRule {
  const [first, second, team_id] = [subject ?? '', pattern ?? '', teamId ?? ''];
  switch (kind) {
    case 'name':
      return { id, kind, pattern: second, team_id };
    case 'label':
      return { id, kind, label: first, value: second, team_id };
    case 'namespace':
      return { id, kind, cluster: first, namespace: second, team_id };
    case 'codeowners':
      return { id, kind };
  }
}

/** Makes who owns a project, and why. */
export function toProjectOwner(row: OwnedProject) {
  const { ownerTeamId, ownerRuleId, teamName, email, link, kind, subject, pattern } = row;
  return {
    project_id: row.id,
    project_name: row.name,
    owner:
      ownerTeamId === null ? null : { team_id: ownerTeamId, name: teamName ?? '', email, link },
    source: ownerTeamId === null ? null : (kind ?? ('hand' as const)),
    rule_id: ownerRuleId,
    rule: kind === null ? null : ruleWords({ kind, subject, pattern }),
    codeowners:
      row.sentAt === null
        ? null
        : {
            path: row.filePath ?? '',
            pattern: row.filePattern,
            line: row.line,
            handles: row.handles ?? [],
            sent_at: row.sentAt.toISOString(),
          },
  };
}

export const codeownersRecord = z.object({
  path: z.string().describe('The path that was looked up; "" for the whole repository'),
  pattern: z.string().nullable().describe('That decided; null: no line names owners of the path'),
  line: z.number().int().nullable(),
  handles: z.array(z.string()),
  sent_at: instant,
});

export const projectOwnerRecord = z
  .object({
    project_id: z.guid(),
    project_name: z.string(),
    owner: ownerRecord.nullable().describe('Null: nobody owns it'),
    source: z
      .enum(['hand', 'name', 'label', 'namespace', 'codeowners'])
      .nullable()
      .describe('Whether it was set by hand, or the kind of rule that says so'),
    rule_id: z.guid().nullable(),
    rule: z.string().nullable().describe('The rule in words'),
    codeowners: codeownersRecord
      .nullable()
      .describe('What the CODEOWNERS file that was last sent says; null: none was'),
  })
  .meta({ id: 'ProjectOwner' });
