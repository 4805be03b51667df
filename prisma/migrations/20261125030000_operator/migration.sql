-- CreateTable
CREATE TABLE "operator" (
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "operator_pkey" PRIMARY KEY ("user_id")
);

-- AddForeignKey
ALTER TABLE "operator" ADD CONSTRAINT "operator_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The first account of an installation is that of its set-up: it chose a password, or ADMIN_EMAIL named it. It
-- becomes the operator while it still administers an organization: somebody who was demoted or removed since
-- does not come back by an upgrade, and neither does whoever was merely the first to come by single sign-on.
WITH first_account AS (
  SELECT id, name, email, password_hash FROM app_user ORDER BY created_at, id LIMIT 1
), made AS (
  INSERT INTO operator (user_id, created_at)
  SELECT id, now() FROM first_account
   WHERE EXISTS (SELECT FROM membership m WHERE m.user_id = first_account.id AND m.role = 'admin')
     AND (password_hash IS NOT NULL OR email = (
       SELECT value ->> 'email' FROM installation_setting WHERE name = 'bootstrap_admin'
     ))
  RETURNING user_id
)
INSERT INTO installation_audit_event (id, at, actor_kind, actor_id, actor_name, remote_address, request_id,
                                      action, subject_kind, subject_id, detail)
SELECT gen_random_uuid(), now(), 'api_key', '00000000-0000-0000-0000-000000000000', 'Upgrade', '', '',
       'operator.add', 'user', first_account.id,
       jsonb_build_object('name', first_account.name, 'email', first_account.email)
  FROM made JOIN first_account ON first_account.id = made.user_id;
