ALTER TABLE "files" ADD COLUMN "scan" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_scan" CHECK ("files"."scan" in ('none', 'waiting', 'clean', 'infected'));
