-- An organization that came from another installation brings its trail. What happened there is told from what happened here.
ALTER TABLE "audit_event" ADD COLUMN "imported_at" TIMESTAMPTZ(3);
