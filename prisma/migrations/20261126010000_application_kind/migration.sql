-- What an SBOM of neither an image nor a directory describes: an application, or a repository.
ALTER TYPE "image_kind" ADD VALUE 'application';
