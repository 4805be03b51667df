-- A team that has waivers which hold, or are asked for, cannot be deleted any more. Those of teams that were deleted before
-- hold nowhere, and are said to be over: revoked, or declined where nobody had decided. History and audit trail say why.
CREATE TEMPORARY TABLE gone_team_waiver ON COMMIT DROP AS
SELECT w.organization_id, w.id, w.decision AS was,
       (CASE w.decision WHEN 'granted' THEN 'revoked' ELSE 'declined' END) AS now_is,
       jsonb_build_object('scope', w.scope, 'team', jsonb_build_object('id', w.team_id, 'name', w.team_name),
                          'product_name', w.product_name, 'cycle', w.cycle, 'ends_on', w.ends_on) AS said,
       -- An id of version 7, as those of what came before: they are read in this order.
       (lpad(to_hex((extract(epoch FROM now()) * 1000)::bigint), 12, '0') || '7' || substr(md5(w.id::text), 1, 3)
        || '8' || substr(md5(w.id::text), 4, 15))::uuid AS event_id
  FROM "waiver" w
 WHERE w.scope = 'team' AND w.decision IN ('granted', 'asked') AND w.ends_on >= (now() AT TIME ZONE 'UTC')::date
   AND NOT EXISTS (SELECT FROM "team" t WHERE t.organization_id = w.organization_id AND t.id = w.team_id);

UPDATE "waiver" w
   SET decision = g.now_is::waiver_decision, version = w.version + 1, updated_at = now(),
       decided_by_id = '00000000-0000-0000-0000-000000000000', decided_by_name = 'Eventide', decided_at = now()
  FROM gone_team_waiver g
 WHERE w.organization_id = g.organization_id AND w.id = g.id;

DELETE FROM "waiver_link" l USING gone_team_waiver g
 WHERE l.organization_id = g.organization_id AND l.waiver_id = g.id;

DELETE FROM "waiver_mail" m USING gone_team_waiver g
 WHERE m.organization_id = g.organization_id AND m.waiver_id = g.id;

INSERT INTO "waiver_event" (organization_id, waiver_id, id, at, kind, actor_kind, actor_id, actor_name, note, before, after)
SELECT organization_id, id, event_id, now(), now_is::waiver_event_kind, 'server',
       '00000000-0000-0000-0000-000000000000', 'Eventide', 'The team that it was for had been deleted',
       said || jsonb_build_object('state', was), said || jsonb_build_object('state', now_is)
  FROM gone_team_waiver;

INSERT INTO "audit_event" (organization_id, id, at, actor_kind, actor_id, actor_name, remote_address, request_id, action, subject_kind, subject_id, before, after)
SELECT organization_id, event_id, now(), 'server', '00000000-0000-0000-0000-000000000000', 'Eventide', '', '',
       CASE now_is WHEN 'revoked' THEN 'waiver.revoke' ELSE 'waiver.decline' END, 'waiver', id::text,
       said || jsonb_build_object('state', was),
       said || jsonb_build_object('state', now_is, 'note', 'The team that it was for had been deleted')
  FROM gone_team_waiver;
