import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '#server/database/connection.ts'
import { applicantIndex } from '#server/database/schema/applicant-index.ts'
import { applications } from '#server/database/schema/applications-and-drafts.ts'
import { exercises } from '#server/database/schema/exercises.ts'
import { seatingRuns, seats } from '#server/database/schema/sittings.ts'
import { areApplicantsWithin, type IndexScope } from '#server/domain/scope.ts'
import { hasSpecialNeeds } from '../seating/seating-store.ts'

/** By seat, with the photograph of the application: the one that was uploaded, or that of the NIN. */
export const listPrintedSeats = (tx: Tx, sittingId: string, scope: IndexScope) =>
  tx
    .select({
      seatNumber: seats.seatNumber,
      name: applicantIndex.name,
      number: applications.number,
      role: applicantIndex.role,
      school: applicantIndex.school,
      hasSpecialNeeds,
      photoId: sql<string | null>`coalesce(${applications.photoFileId}, ${applications.ninPhotoFileId})`,
    })
    .from(seats)
    .innerJoin(applications, eq(applications.id, seats.applicationId))
    .leftJoin(seatingRuns, eq(seatingRuns.id, seats.runId))
    .innerJoin(applicantIndex, eq(applicantIndex.accountId, applications.accountId))
    .where(and(eq(seats.sittingId, sittingId), isNull(seats.releasedAt), areApplicantsWithin(scope)))
    .orderBy(asc(seats.seatNumber))

export async function findInstitution(tx: Tx, exerciseId: number): Promise<string> {
  const [row] = await tx
    .select({ institution: exercises.institution })
    .from(exercises)
    .where(eq(exercises.id, exerciseId))
  return row?.institution ?? ''
}
