-- AlterEnum
ALTER TYPE "saved_view_list" ADD VALUE 'timeline';
ALTER TYPE "saved_view_list" ADD VALUE 'waivers';
