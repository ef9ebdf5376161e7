// The applicant's own slips as PDF, and the exam as a calendar file. They say what the pages of the web app say.

import { buffer } from 'node:stream/consumers'
import type { FastifyBaseLogger } from 'fastify'
import { AppError } from '#server/app-error.ts'
import { toApplicant } from '#server/database/applicant-columns.ts'
import type { Database } from '#server/database/connection.ts'
import { describeError } from '#server/database/errors.ts'
import type { DocumentRenderer } from '#server/documents/document-renderer.ts'
import type { Photo } from '#server/documents/pdf/photo.ts'
import type { DocumentContent } from '#server/documents/render-document.ts'
import type { ApplicationService } from '#server/features/applications/service.ts'
import type { OfferService } from '#server/features/offers/service.ts'
import type { PaymentsService } from '#server/features/payments/service.ts'
import type { UploadService } from '#server/features/uploads/service.ts'
import type { GenuineSlip } from '#shared/api/applicant/slips.ts'
import type { Table } from '#shared/forms/table.ts'
import { examTitles } from '#shared/slips/application-slip.ts'
import { isWithoutSeat } from '#shared/staff/published-content.ts'
import { formatExamCalendar } from './exam-calendar.ts'
import { findSlipByCode, findSlipOwner, findToldSeats, type SlipOwner } from './store.ts'

interface SlipDependencies {
  database: Pick<Database, 'db'>
  documents: DocumentRenderer
  applications: Pick<ApplicationService, 'getOwn'>
  payments: Pick<PaymentsService, 'getCurrent'>
  uploads: Pick<UploadService, 'getOwn' | 'readContent'>
  offers: Pick<OfferService, 'getLetter'>
  clock: () => Date
  config: { publicUrl: string }
  log: Pick<FastifyBaseLogger, 'warn'>
}

/** A finished document and the name under which it is saved. */
export interface SlipFile {
  name: string
  content: Buffer | string
}

export type SlipService = ReturnType<typeof createSlipService>

export function createSlipService(deps: SlipDependencies) {
  const { documents, applications, payments, clock } = deps
  const { publicUrl } = deps.config
  const { db } = deps.database

  return {
    /** @throws AppError `slip_unknown` */
    async verify(code: string): Promise<GenuineSlip> {
      const slip = await findSlipByCode(db, code)
      if (!slip) throw new AppError('slip_unknown')
      return slip
    },

    /** @throws AppError `no_application` */
    async renderApplicationSlip(accountId: string): Promise<SlipFile> {
      const own = await applications.getOwn(accountId)
      const content = await documents.render(() => loadApplicationSlip(deps, accountId, own))
      return { name: `application-slip-${own.application.number}.pdf`, content }
    },

    /** @throws AppError `no_payment` while nothing is paid */
    async renderPaymentSlip(accountId: string): Promise<SlipFile> {
      const payment = await payments.getCurrent(accountId)
      const { slipCode } = payment
      if (slipCode === null) throw new AppError('no_payment')
      const { exercise: origin, ...payer } = await getOwner(deps, accountId)
      const slip = { origin, payer, payment, verification: { slipCode, publicUrl }, createdAt: clock() }
      const content = await documents.render(async () => ({ kind: 'payment', ...slip }))
      return { name: `payment-slip-${payment.reference}.pdf`, content }
    },

    /** @throws AppError `no_payment` without an RRR, `already_paid` */
    async renderBankSlip(accountId: string): Promise<SlipFile> {
      const { reference: rrr, chargedAmount: amount, status } = await payments.getCurrent(accountId)
      if (status === 'paid') throw new AppError('already_paid')
      const { exercise: origin, ...applicant } = await getOwner(deps, accountId)
      const slip = { origin, applicant, rrr, amount, createdAt: clock() }
      const content = await documents.render(async () => ({ kind: 'bank', ...slip }))
      return { name: `bank-slip-${rrr}.pdf`, content }
    },

    /** @throws AppError `no_offer` without one that is open or accepted */
    async renderOfferLetter(accountId: string): Promise<SlipFile> {
      const { slipCode, offeredAt, until, acceptedAt, outcome: _, ...offer } = await deps.offers.getLetter(accountId)
      const { exercise: origin, surName, firstName, middleName } = await getOwner(deps, accountId)
      const content = await documents.render(async () => ({
        kind: 'offer',
        origin,
        applicant: { surName, firstName, middleName },
        ...offer,
        offeredAt: offeredAt.toISOString(),
        until: until.toISOString(),
        acceptedAt: acceptedAt?.toISOString() ?? null,
        verification: { slipCode, publicUrl },
        createdAt: clock(),
      }))
      return { name: `offer-${offer.number}.pdf`, content }
    },

    /** @throws AppError `no_exam`, `exam_day_unreadable` */
    async createExamCalendar(accountId: string): Promise<SlipFile> {
      const owner = await getOwner(deps, accountId)
      const told = await findToldSeats(db, accountId)
      const seat = told.newest
      const isCancelled = seat !== null && isWithoutSeat(seat.change) && !owner.examDate && !owner.isWithdrawn
      if (!owner.examDate && !isCancelled) throw new AppError('no_exam')
      const { title, year, institution } = owner.exercise
      const kind = seat?.kind ?? 'cbt'
      const content = formatExamCalendar({
        ...(isCancelled ? seat : owner),
        uid: `${kind === 'interview' ? 'interview' : 'exam'}-${accountId}@${new URL(publicUrl).hostname}`,
        sequence: Math.max(0, told.count - 1),
        isCancelled,
        summary: `${examTitles[kind]}: ${title} ${year}`,
        description: [
          institution,
          `User ID ${owner.userId}`,
          ...(seat && !isCancelled ? [`${seat.batch}. Be there by ${seat.reportTime}.`, seat.address] : []),
          isCancelled ? 'It does not take place.' : 'Bring your application slip and your payment slip.',
        ],
        createdAt: clock(),
      })
      if (content === null) throw new AppError('exam_day_unreadable')
      return { name: 'exam.ics', content }
    },
  }
}

async function loadApplicationSlip(
  deps: SlipDependencies,
  accountId: string,
  { application, account }: OwnApplication,
): Promise<DocumentContent> {
  const { exercise: origin, ...exam } = await getOwner(deps, accountId)
  const { newest } = await findToldSeats(deps.database.db, accountId)
  return {
    kind: 'application',
    origin,
    applicant: toApplicant(account),
    applicationId: application.number,
    submittedAt: application.submittedAt.toISOString(),
    withdrawnAt: application.withdrawnAt?.toISOString() ?? null,
    exam,
    examKind: newest?.kind ?? 'cbt',
    photos: {
      nin: await readPhoto(deps, accountId, application.ninPhotoFileId),
      uploaded: await readPhoto(deps, accountId, application.photoFileId),
    },
    tables: JSON.parse(application.renderedTables ?? '[]') as Table[],
    verification: { slipCode: application.slipCode, publicUrl: deps.config.publicUrl },
    createdAt: deps.clock(),
  }
}

type OwnApplication = Awaited<ReturnType<ApplicationService['getOwn']>>

async function getOwner({ database }: SlipDependencies, accountId: string): Promise<SlipOwner> {
  const owner = await findSlipOwner(database.db, accountId)
  if (!owner) throw new AppError('session_ended')
  return owner
}

/** A photo that cannot be read does not keep anybody from the slip. */
async function readPhoto({ uploads, log }: SlipDependencies, accountId: string, fileId: string | null): Promise<Photo> {
  if (fileId === null) return 'none'
  try {
    const file = await uploads.getOwn(accountId, fileId)
    return new Uint8Array(await buffer(await uploads.readContent(file)))
  } catch (error) {
    log.warn({ errors: describeError(error), fileId }, 'a photo is missing on a slip')
    return 'missing'
  }
}
