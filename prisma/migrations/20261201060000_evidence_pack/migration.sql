CREATE TYPE "pack_signer" AS ENUM ('reviewer', 'approver');

CREATE TABLE "evidence_pack" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "template" TEXT NOT NULL,
    "as_of" DATE NOT NULL,
    "content" BYTEA NOT NULL,
    "sha256" BYTEA NOT NULL,
    "made_by_kind" "caller_kind" NOT NULL,
    "made_by_id" UUID NOT NULL,
    "made_by_name" TEXT NOT NULL,
    "made_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "evidence_pack_pkey" PRIMARY KEY ("organization_id","id")
);

CREATE TABLE "pack_signature" (
    "organization_id" UUID NOT NULL,
    "pack_id" UUID NOT NULL,
    "signer" "pack_signer" NOT NULL,
    "user_id" UUID NOT NULL,
    "user_name" TEXT NOT NULL,
    "note" TEXT,
    "signed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "pack_signature_pkey" PRIMARY KEY ("organization_id","pack_id","signer")
);

CREATE UNIQUE INDEX "evidence_pack_organization_id_number_key" ON "evidence_pack"("organization_id", "number");

-- Nobody is both the one who reviews and the one who approves, however close together they are asked.
CREATE UNIQUE INDEX "pack_signature_organization_id_pack_id_user_id_key" ON "pack_signature"("organization_id", "pack_id", "user_id");

ALTER TABLE "evidence_pack" ADD CONSTRAINT "evidence_pack_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

ALTER TABLE "pack_signature" ADD CONSTRAINT "pack_signature_organization_id_pack_id_fkey" FOREIGN KEY ("organization_id", "pack_id") REFERENCES "evidence_pack"("organization_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- What was handed on stays as it was, whoever is connected: it goes with the organization alone.
CREATE FUNCTION refuse_evidence_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM organization WHERE id = OLD.organization_id) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'evidence packs are append-only: % of % is refused', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'restrict_violation';
END
$$;

CREATE TRIGGER evidence_pack_append_only BEFORE UPDATE OR DELETE ON evidence_pack
  FOR EACH ROW EXECUTE FUNCTION refuse_evidence_change();
CREATE TRIGGER evidence_pack_not_truncated BEFORE TRUNCATE ON evidence_pack
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_evidence_change();
CREATE TRIGGER pack_signature_append_only BEFORE UPDATE OR DELETE ON pack_signature
  FOR EACH ROW EXECUTE FUNCTION refuse_evidence_change();
CREATE TRIGGER pack_signature_not_truncated BEFORE TRUNCATE ON pack_signature
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_evidence_change();

-- Whoever causes it to run may have a temporary table named organization: nothing of theirs is looked at.
DO $$
BEGIN
  EXECUTE format(
    'ALTER FUNCTION refuse_evidence_change() SET search_path = pg_catalog, %I, pg_temp', current_schema());
END
$$;
