CREATE TABLE "unnamed_contents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"since" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "unnamed_contents_since" ON "unnamed_contents" USING btree ("since");