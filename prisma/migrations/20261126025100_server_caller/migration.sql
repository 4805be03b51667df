-- AlterEnum
ALTER TYPE "caller_kind" ADD VALUE 'server';
