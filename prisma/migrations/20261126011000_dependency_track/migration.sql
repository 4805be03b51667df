-- Whether an organization answers clients of Dependency-Track.
ALTER TABLE "organization" ADD COLUMN "dependency_track" BOOLEAN NOT NULL DEFAULT true;

-- What such clients say of a version of a project, and read again.
ALTER TABLE "image_tag" ADD COLUMN "is_active" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN "is_latest" BOOLEAN NOT NULL DEFAULT false;
