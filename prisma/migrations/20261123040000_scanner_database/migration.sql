-- CreateTable
CREATE TABLE "scanner_database" (
    "name" TEXT NOT NULL,
    "catalog_revision" INTEGER NOT NULL,
    "built_on" DATE NOT NULL,
    "built_at" TIMESTAMPTZ(3) NOT NULL,
    "sha256" TEXT NOT NULL,
    "archive" BYTEA NOT NULL,

    CONSTRAINT "scanner_database_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE UNIQUE INDEX "scanner_database_catalog_revision_built_on_key" ON "scanner_database"("catalog_revision", "built_on");

-- It is compressed already: the database need not try again.
ALTER TABLE "scanner_database" ALTER COLUMN "archive" SET STORAGE EXTERNAL;
