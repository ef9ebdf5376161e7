import { z } from 'zod'
import { applicantShape } from '#shared/application/applicant-schema.ts'
import { draftDocumentSchema, requiredDocumentSchema, submittedDocumentSchema } from '#shared/application/document.ts'
import { finalOutcomeNames, offerStateNames } from '#shared/decisions/offers.ts'
import { listNames } from '#shared/format/labels.ts'
import { sittingKinds } from '#shared/staff/sittings.ts'
import { envelope, isoDateTime } from '../contract.ts'
import { renderedTable } from '../rendered-table.ts'
import type { ApplicantContract } from './contract.ts'
import { limits } from './limits.ts'

const result = z.object({
  score: z.number(),
  maximum: z.number(),
  remark: z.string().optional(),
  publishedAt: isoDateTime,
})

const rejectionReasons = z.array(z.object({ type: z.string(), reason: z.string() }))

const correction = z
  .object({ reason: z.string().describe('What must be corrected.'), until: isoDateTime })
  .optional()
  .describe('Only while the application is returned and can be sent again.')

const withdrawnAt = isoDateTime.optional().describe('Only while the application is withdrawn.')

/** The applicant's own application: decision, results and form data. */
const application = z
  .object({
    applicationId: z.string().describe('APP-2024-000123'),
    submittedAt: isoDateTime,
    slipCode: z.string().describe('The verification code of the application slip.'),
    isVerified: z.boolean(),
    cbtResult: result.nullable(),
    interviewResult: result.nullable(),
    rejectionReasons,
    correction,
    withdrawnAt,
    shown: z
      .array(renderedTable)
      .optional()
      .describe('The tables as rendered on submission, only with `include=snapshot`.'),
    ...applicantShape,
    nin: z.string().describe('Masked but for the last four digits.'),
    ninPassportBase64: z.null(),
    ninPassport: z.string().nullable(),
    passport: z.string().nullable(),
  })
  .catchall(z.unknown().describe('The answers by section.'))
export type Application = z.infer<typeof application>

/** What must be corrected, and until when it can be sent again. */
export type ApplicationCorrection = NonNullable<Application['correction']>

/** The reply to `include=snapshot`. */
export type ApplicationSnapshot = Application & { shown: NonNullable<Application['shown']> }

/** What is sent only when it is asked for. */
const applicationPart = z.enum(['snapshot'])
export type ApplicationPart = z.infer<typeof applicationPart>

/** What the dashboard shows: a few hundred bytes, without answers and tables. */
const applicationSummary = z.object({
  application: z
    .object({
      applicationId: z.string().describe('APP-2024-000123'),
      submittedAt: isoDateTime,
      decision: z.enum(['pending', 'verified', 'rejected']),
      isVerified: z.boolean(),
      cbtResult: result.nullable(),
      interviewResult: result.nullable(),
      rejectionReasons: rejectionReasons.describe('Only once the application is rejected.'),
      correction,
      withdrawnAt,
      finalOutcome: z
        .object({
          outcome: z.enum(finalOutcomeNames),
          offer: z
            .object({ state: z.enum(offerStateNames), until: isoDateTime.describe('Until when it can be answered.') })
            .nullable(),
        })
        .nullable()
        .describe('Null while none is published.'),
    })
    .nullable()
    .describe('Null while none was submitted.'),
  form: z
    .object({
      stepsDone: z.number().int().describe('Complete steps, one after the other from the first.'),
      steps: z.number().int(),
      missing: z.array(z.string()).describe('Titles of the steps in which something is missing.'),
      savedAt: isoDateTime.nullable().describe('Null while nothing was saved.'),
    })
    .nullable()
    .describe('Progress of the draft; null once it was submitted.'),
  uploads: z.object({
    files: z.number().int(),
    filesToScan: z.number().int().describe('Those that the virus scanner has not checked yet.'),
    hasPassportPhoto: z.boolean(),
  }),
  exam: z
    .object({
      kind: z.enum(listNames(sittingKinds)),
      date: z.string().nullable(),
      time: z.string().nullable(),
      venue: z.string().nullable(),
    })
    .nullable()
    .describe('Null while nothing is known of it.'),
  dates: z
    .object({
      passwordChangedAt: isoDateTime.nullable(),
      paidAt: isoDateTime.nullable(),
      ninVerifiedAt: isoDateTime.nullable(),
    })
    .describe('When each stage was completed; null when it was not, or when that was not recorded.'),
})
export type ApplicationSummary = z.infer<typeof applicationSummary>

/** Number of saves; limited to PostgreSQL's integer. */
const revision = z.number().int().min(0).max(2_147_483_647)

const draft = z.object({
  document: z.record(z.string(), z.unknown()).nullable().describe('Null while nothing has been saved.'),
  revision,
  savedAt: isoDateTime.nullable(),
})
export type Draft = z.infer<typeof draft>

export const applicationContracts = {
  myApplication: {
    area: 'Applications',
    access: 'applicant',
    limits: limits.reads,
    summary: "The applicant's own application; 404 while none was submitted",
    query: z.object({ include: applicationPart.optional() }),
    reply: envelope(application),
  },
  applicationSummary: {
    area: 'Applications',
    access: 'applicant',
    limits: limits.reads,
    summary: 'What the dashboard shows: status, decision, results, exam and progress of the form',
    reply: envelope(applicationSummary),
  },
  submitApplication: {
    area: 'Applications',
    access: 'paid',
    limits: limits.submission,
    summary: 'Submit the form, or send it again while it is returned; safe to repeat with the same answers',
    body: submittedDocumentSchema,
    describedBody: requiredDocumentSchema,
    reply: envelope(z.object({ applicationId: z.string(), submittedAt: isoDateTime })),
    replyStatus: 201,
  },
  draft: {
    area: 'Applications',
    access: 'paid',
    limits: limits.reads,
    summary: 'The saved draft',
    reply: envelope(draft),
  },
  saveDraft: {
    area: 'Applications',
    access: 'paid',
    limits: limits.draft,
    summary: 'Save the draft over the revision it was made from; 409 with the newer one when there is one',
    body: z.object({ document: draftDocumentSchema, revision }),
    reply: envelope(draft),
  },
} as const satisfies Record<string, ApplicantContract>
