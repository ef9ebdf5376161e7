import { z } from 'zod'
import { applicantShape } from '../application/applicant-schema.ts'
import { draftDocumentSchema, submittedDocumentSchema } from '../application/document.ts'
import { type Contract, envelope, isoDateTime } from './contract.ts'
import { limits } from './limits.ts'

const cell = z.object({ text: z.string(), files: z.array(z.string()) })
const table = z.object({
  name: z.string(),
  title: z.string(),
  layout: z.enum(['grid', 'facts']),
  headings: z.array(z.string()),
  rows: z.array(z.array(cell)),
  none: z.string(),
})

const result = z.object({
  score: z.number(),
  maximum: z.number(),
  remark: z.string().optional(),
  publishedAt: isoDateTime,
})

/** The applicant's own application: decision, results, form data, and the tables as rendered on submission. */
const application = z
  .object({
    applicationId: z.string().describe('APP-2024-000123'),
    submittedAt: isoDateTime,
    slipCode: z.string().describe('The verification code of the application slip.'),
    isVerified: z.boolean(),
    cbtResult: result.nullable(),
    interviewResult: result.nullable(),
    rejectionReasons: z.array(z.object({ type: z.string(), reason: z.string() })),
    shown: z.array(table),
    ...applicantShape,
    nin: z.string().describe('Masked but for the last four digits.'),
    ninPassportBase64: z.null(),
    ninPassport: z.string().nullable(),
    passport: z.string().nullable(),
  })
  .catchall(z.unknown().describe('The answers by section.'))
export type Application = z.infer<typeof application>

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
    reply: envelope(application),
  },
  submitApplication: {
    area: 'Applications',
    access: 'paid',
    limits: limits.submission,
    summary: 'Submit the form; safe to repeat with the same answers',
    body: submittedDocumentSchema,
    reply: envelope(z.object({ applicationId: z.string() })),
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
} as const satisfies Record<string, Contract>
