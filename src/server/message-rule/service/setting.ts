import type { MessageSetting } from '@/domain/message/setting';
import { recordAudit } from '@/server/audit/service';
import { renoteEnds } from '@/server/catalog/service/ending';
import { messageSettingOf, updateMessageSetting } from '@/server/message/service';
import { requireLockedOrganization } from '@/server/organization/service';
import type { Actor } from '@/server/platform/auth/principal';
import type { Deps } from '@/server/platform/deps';

type SettingDeps = Pick<Deps, 'catalog' | 'clock' | 'db'>;

/**
 * Changes what holds for all messages of an organization. What is due by the thresholds of before is said first; what was
 * said is not said again because of others. To set what is set already leaves no entry in the audit trail.
 * @throws DomainError 404 when the organization has been deleted meanwhile
 */
export function changeMessageSetting(
  deps: SettingDeps,
  actor: Actor,
  setting: MessageSetting,
): Promise<MessageSetting> {
  const { organizationId } = actor;
  return deps.db.transaction(async (tx) => {
    await requireLockedOrganization(tx, organizationId);
    const before = await messageSettingOf(tx, organizationId);
    if (JSON.stringify(before) === JSON.stringify(setting)) return before;
    await renoteEnds(deps, tx, organizationId, setting.end_thresholds);
    await updateMessageSetting(organizationId, tx, {
      ...{ endThresholds: setting.end_thresholds, messageTempo: setting.tempo },
      ...{ messageHour: setting.hour, messageTimeZone: setting.time_zone },
    });
    await recordAudit(tx, actor, {
      ...{ at: deps.clock.now(), action: 'message_settings.change' },
      ...{ subjectKind: 'organization', subjectId: organizationId, before, after: setting },
    });
    return setting;
  });
}
