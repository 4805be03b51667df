-- No query used it: lists stream each image's array through a hash of ids, and what holds a software is read
-- from finding_open_software_idx. Without it a scan that changes an image's findings is a heap-only update,
-- too, and costs a tenth.

-- DropIndex
DROP INDEX "image_tag_software_idx";
