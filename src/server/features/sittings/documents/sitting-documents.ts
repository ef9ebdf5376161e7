// Lists, sheets and labels of a sitting as PDF. Photographs are made small as they are read, so that hundreds fit.

import { buffer } from 'node:stream/consumers'
import type { FastifyBaseLogger } from 'fastify'
import { AppError } from '#server/app-error.ts'
import type { Database } from '#server/database/connection.ts'
import { describeError } from '#server/database/errors.ts'
import type { DocumentRenderer } from '#server/documents/document-renderer.ts'
import { shrinkPhoto } from '#server/documents/pdf/photo.ts'
import type { PrintedSeat } from '#server/documents/pdf/printed-seat.ts'
import type { SittingDocumentContent } from '#server/documents/sitting-document.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { FileStore } from '#server/providers/files/store/file-store.ts'
import { listScopes } from '#shared/roles/permissions.ts'
import type { SittingDocumentName } from '#shared/staff/sitting-documents.ts'
import { sittingKinds } from '#shared/staff/sittings.ts'
import { getSitting } from '../access.ts'
import { countSeats } from '../seating/seating-store.ts'
import type { FoundSitting } from '../store.ts'
import { findInstitution, listPrintedSeats } from './document-store.ts'

export type SittingDocumentService = ReturnType<typeof createSittingDocumentService>

interface SittingDocumentDependencies {
  staffDatabase: Pick<Database, 'db'>
  /** With a thread of its own: slips of applicants do not wait. */
  bulkDocuments: DocumentRenderer
  files: FileStore
  clock: () => Date
  log: Pick<FastifyBaseLogger, 'warn'>
}

/** Photographs that are read and made small at the same time. */
const concurrency = 4

export function createSittingDocumentService({
  staffDatabase: { db },
  bulkDocuments,
  files,
  clock,
  log,
}: SittingDocumentDependencies) {
  /** A photograph that cannot be read keeps nobody from the sheet. */
  async function readPhoto(id: string | null): Promise<Uint8Array | null> {
    if (id === null) return null
    try {
      const content = await files.get(id)
      return content && (await shrinkPhoto(await buffer(content)))
    } catch (error) {
      log.warn({ errors: describeError(error), fileId: id }, 'a photo is missing on an attendance sheet')
      return null
    }
  }

  async function load(
    { row, venue, exercise, seated }: FoundSitting & { seated: number },
    document: SittingDocumentName,
    actor: StaffPrincipal,
  ): Promise<SittingDocumentContent> {
    const { exerciseId, kind, label, reportsAt, startsAt, endsAt } = row
    const scopes = listScopes(actor.grants, 'sitting:manage')
    const rows = await listPrintedSeats(db, row.id, { exerciseId, staffId: actor.staffId, scopes })
    const seats: PrintedSeat[] = rows.map(({ role, school, photoId: _, ...seat }) => ({
      ...seat,
      post: `${role}, ${school}`,
      photo: null,
    }))
    if (document === 'sheet') {
      const waiting = rows.entries()
      const readNext = async () => {
        for (const [n, { photoId }] of waiting) {
          const seat = seats[n]
          if (seat) seat.photo = await readPhoto(photoId)
        }
      }
      await Promise.all(Array.from({ length: concurrency }, readNext))
    }
    return {
      kind: 'sitting',
      document,
      institution: await findInstitution(db, exerciseId),
      year: exercise.year,
      sitting: {
        kind: sittingKinds[kind],
        label,
        venue: venue.name,
        address: venue.address,
        reportsAt,
        startsAt,
        endsAt,
      },
      seats,
      leftOut: seated - seats.length,
      createdAt: clock(),
    }
  }

  return {
    /** The document as PDF. @throws AppError `not_found`, `sitting_empty`, `unavailable` while too many wait */
    async make(id: string, document: SittingDocumentName, actor: StaffPrincipal): Promise<Buffer> {
      const found = await getSitting(db, id, 'sitting:manage', actor)
      const { exerciseId } = found.row
      const { count: seated } = await countSeats(db, id)
      if (seated === 0) throw new AppError('sitting_empty')
      await audit(db, {
        actor: 'staff',
        by: actor,
        action: 'sitting_printed',
        subject: { kind: 'sitting', id },
        exerciseId,
        detail: { document, seats: seated },
      })
      return bulkDocuments.render(() => load({ ...found, seated }, document, actor))
    },
  }
}
