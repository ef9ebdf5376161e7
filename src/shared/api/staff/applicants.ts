import { z } from 'zod'
import { listNames } from '#shared/format/labels.ts'
import { uuid } from '#shared/format/uuid.ts'
import { applicantList } from '#shared/lists/applicants.ts'
import { auditList } from '#shared/lists/audit.ts'
import { complaintStateNames } from '#shared/lists/complaints.ts'
import { emailList } from '#shared/lists/emails.ts'
import { cardStatuses, dashboardMessageKinds } from '#shared/policy/applicant-status.ts'
import { accountFactLabels } from '#shared/policy/correctable-facts.ts'
import { fileKinds, fileScans } from '#shared/policy/file-scans.ts'
import { nextStepKinds } from '#shared/policy/next-step.ts'
import { identityFacts, ninOutcomes } from '#shared/policy/nin-outcomes.ts'
import { paymentStates } from '#shared/policy/rrr.ts'
import { correctionStates } from '#shared/staff/proposals.ts'
import { describeMaxLength } from '#shared/staff/text-limits.ts'
import {
  formulaMessage,
  isNoFormula,
  isNoSpreadsheetError,
  normalizePhone,
  printableLine,
} from '../../format/personal-data.ts'
import { maxEmailLength, maxFactLength } from '../../policy/correctable-facts.ts'
import { genders } from '../../reference-data/option-lists.ts'
import { states } from '../../reference-data/states.ts'
import { exerciseSettings, postDetails } from '../../staff/exercise-settings.ts'
import { typedReason } from '../../staff/reasons.ts'
import { emptyData, envelope, isoDateTime, nairaAmount } from '../contract.ts'
import type { StaffContract } from './contract.ts'
import { staffLimits } from './limits.ts'
import { createListContract } from './list-contract.ts'
import { byId, byUserId, seenVersion } from './requests.ts'
import { isSecondPerson } from './second-person.ts'

const payment = z.object({
  rrr: z.string().nullable(),
  status: z.enum(paymentStates),
  due: nairaAmount.nullable(),
  paid: nairaAmount.nullable(),
  paidAt: isoDateTime.nullable(),
  channel: z.string().nullable(),
  requestedAt: isoDateTime.nullable(),
  checkedAt: isoDateTime.nullable(),
})

const details = z.object({
  version: z.number().int(),
  facts: z.object({
    userId: z.string(),
    exercise: z.number().int(),
    surname: z.string(),
    firstName: z.string(),
    middleName: z.string(),
    email: z.string(),
    phone: z.string(),
    dateOfBirth: z.string(),
    gender: z.enum(listNames(genders)),
    placeOfBirth: z.string(),
    state: z.string(),
    lga: z.string(),
    school: z.string(),
    department: z.string().nullable(),
    role: z.string(),
    fee: nairaAmount,
    charge: nairaAmount,
    issuedAt: isoDateTime,
    passwordChanged: z.boolean(),
    nin: z.string().describe('Masked; empty while none is verified.'),
    number: z.string().nullable(),
  }),
  stage: applicantList.row.shape.stage,
  flags: applicantList.row.shape.flags,
  seesNow: z
    .object({
      stages: z.array(z.object({ name: z.string(), done: z.boolean(), doneAt: isoDateTime.nullable() })),
      nextStep: z.object({ kind: z.enum(nextStepKinds), label: z.string() }),
      cards: z.array(z.object({ title: z.string(), status: z.enum(cardStatuses), done: z.boolean() })),
      messages: z.array(z.object({ kind: z.enum(dashboardMessageKinds), title: z.string(), text: z.string() })),
    })
    .describe("What the applicant's dashboard shows now."),
  payments: z
    .array(payment)
    .nullable()
    .describe('Null without the permission payment:read; only one status where it is limited to that.'),
  lookUps: z.array(
    z.object({ outcome: z.enum(ninOutcomes), differences: z.array(z.enum(identityFacts)), at: isoDateTime }),
  ),
  files: z
    .array(
      z.object({
        id: z.string(),
        kind: z.enum(fileKinds),
        name: z.string(),
        type: z.string(),
        size: z.number().int(),
        scan: z.enum(fileScans),
        at: isoDateTime,
      }),
    )
    .nullable()
    .describe('Null without the permission file:read.'),
  emails: z.array(
    z.object({
      id: z.string(),
      template: emailList.row.shape.template,
      state: emailList.row.shape.state,
      queuedAt: isoDateTime,
      sentAt: isoDateTime.nullable(),
    }),
  ),
  sessions: z.array(z.object({ id: z.string(), device: z.string(), startedAt: isoDateTime, lastSeenAt: isoDateTime })),
  complaints: z.array(z.object({ number: z.string(), state: z.enum(complaintStateNames), at: isoDateTime })),
  corrections: z.array(
    z.object({
      id: z.string(),
      state: z.enum(correctionStates),
      columns: z.array(z.enum(listNames(accountFactLabels))),
      reason: z.string(),
      madeBy: z.string(),
      isOwn: z.boolean().describe('Made by the reader.'),
      isSecondPerson,
      at: isoDateTime,
    }),
  ),
  holds: z
    .array(
      z.object({
        reason: z.string(),
        madeBy: z.string(),
        at: isoDateTime,
        ended: z
          .object({ reason: z.string(), by: z.string(), at: isoDateTime })
          .nullable()
          .describe('Null for the one that counts now.'),
      }),
    )
    .describe('Newest first.'),
  withdrawal: z
    .object({ reason: z.string(), madeBy: z.string(), at: isoDateTime })
    .nullable()
    .describe('While the application is withdrawn: how the applicant asked, and who recorded it.'),
  timeline: z.array(
    z.object({
      at: isoDateTime,
      action: auditList.row.shape.action,
      actor: auditList.row.shape.actor,
      person: z.string().nullable(),
    }),
  ),
})
export type ApplicantDetails = z.infer<typeof details>

const name = z
  .string()
  .normalize('NFC')
  .trim()
  .max(maxFactLength, describeMaxLength(maxFactLength))
  .regex(printableLine, 'Use one line without control characters.')
  .regex(isNoFormula, formulaMessage)
  .regex(isNoSpreadsheetError, 'This is an error of a spreadsheet.')
/** What staff can correct. Post, fee and charge are moved; the exercise stays as it was issued. */
export const correctableFacts = z.strictObject({
  surname: name.min(1, 'Enter the surname.').optional(),
  firstName: name.min(1, 'Enter the first name.').optional(),
  middleName: name.optional(),
  email: z.string().trim().toLowerCase().pipe(z.email('This is not an email address.').max(maxEmailLength)).optional(),
  phone: z
    .string()
    .transform(normalizePhone)
    .pipe(z.string().regex(/^0\d{10}$/, 'Enter 11 digits that begin with 0, such as 08031234567.'))
    .optional(),
  dateOfBirth: z.iso
    .date('Enter a day such as 1985-06-15.')
    .refine((day) => day >= '1900', 'Enter a day since 1900.')
    .refine((day) => Date.parse(day) < Date.now(), 'Enter a day in the past.')
    .optional(),
  gender: z.enum(['m', 'f']).optional(),
  placeOfBirth: name.optional(),
  state: z.enum(states.map(({ alias }) => alias) as [string, ...string[]], 'There is no such state.').optional(),
  lga: z.string().trim().min(1).max(maxFactLength).optional(),
})

const correction = correctableFacts
  .extend({ reason: typedReason, version: seenVersion.optional().describe('Without it the reply is 409.') })
  .refine(({ reason: _, version: __, ...facts }) => Object.keys(facts).length > 0, 'Nothing is to be corrected.')

const { fee, charge } = exerciseSettings.shape
const move = z
  .strictObject({
    post: postDetails.pick({ school: true, department: true, role: true }).optional(),
    fee,
    charge,
    reason: typedReason,
    version: seenVersion,
  })
  .refine(({ post, fee, charge }) => (post ?? fee ?? charge) !== undefined, 'Nothing is to be moved.')
export type ApplicantMove = z.infer<typeof move>

export const staffApplicantContracts = {
  staffApplicants: createListContract(applicantList, {
    area: 'Staff: applicants',
    summary: 'The applicants of an exercise, filtered and in pages',
  }),
  staffApplicant: {
    area: 'Staff: applicants',
    access: 'staff:applicant:read',
    scope: 'applicant',
    limits: staffLimits.reads,
    summary: 'All about one applicant; recorded in the audit log once an hour',
    params: byUserId,
    reply: envelope(details),
  },
  correctApplicant: {
    area: 'Staff: applicants',
    access: 'staff:account:correct',
    scope: 'applicant',
    limits: staffLimits.rareChanges,
    summary:
      'Correct facts of an account; once the NIN is verified, and for the email address once the fee is paid, somebody else must approve it (201). The email address needs a fresh sign-in',
    params: byUserId,
    body: correction,
    reply: envelope(z.object({ version: z.number().int().optional(), proposal: z.string().optional() })),
    proposedStatus: 201,
  },
  moveApplicant: {
    area: 'Staff: applicants',
    access: 'staff:account:issue',
    scope: 'applicant',
    fresh: true,
    limits: staffLimits.rareChanges,
    summary:
      'Move an account to another post, fee or charge. The post stays once the application is submitted, and somebody else must approve it once the fee is paid (201); the amounts stay while an RRR over them can be paid or is paid',
    params: byUserId,
    body: move,
    reply: envelope(z.object({ version: z.number().int().optional(), proposal: z.string().optional() })),
    proposedStatus: 201,
  },
  decideCorrection: {
    area: 'Staff: applicants',
    access: 'staff:account:correct',
    scope: 'applicant',
    limits: staffLimits.rareChanges,
    summary:
      'Approve or decline a correction or a move that somebody else has proposed; a move needs the permission account:issue, too',
    params: byId,
    body: z.strictObject({ decision: z.enum(['approve', 'decline']) }),
    reply: envelope(z.object({ state: z.enum(['applied', 'declined']) })),
  },
  resetApplicantPassword: {
    area: 'Staff: applicants',
    access: 'staff:account:recover',
    scope: 'applicant',
    limits: staffLimits.rareChanges,
    summary: 'Send the applicant a link for a new password; 409 for 24 hours after the email address was corrected',
    params: byUserId,
    body: z.strictObject({}).optional(),
    reply: envelope(emptyData),
  },
  printPasswordSlip: {
    area: 'Staff: applicants',
    access: 'staff:account:issue',
    scope: 'applicant',
    fresh: true,
    limits: staffLimits.rareChanges,
    summary: 'A slip with a new initial password as PDF, while the former one was never used; each is printed once',
    // The user ID stands in the file's name.
    params: z.object({ userId: byUserId.shape.userId.pipe(z.string().regex(/^[A-Z0-9-]+$/)) }),
    body: z.strictObject({}).optional(),
  },
  endApplicantSession: {
    area: 'Staff: applicants',
    access: 'staff:account:recover',
    scope: 'applicant',
    limits: staffLimits.rareChanges,
    summary: 'End a session of the applicant',
    params: byUserId.extend({ id: uuid() }),
    reply: envelope(emptyData),
  },
  holdApplicant: {
    area: 'Staff: applicants',
    access: 'staff:account:hold',
    scope: 'applicant',
    limits: staffLimits.rareChanges,
    summary: 'Put an applicant on hold: no review, decision or publication until the hold ends',
    params: byUserId,
    body: z.strictObject({ reason: typedReason }),
    reply: envelope(emptyData),
    replyStatus: 201,
  },
  releaseApplicant: {
    area: 'Staff: applicants',
    access: 'staff:account:hold',
    scope: 'applicant',
    limits: staffLimits.rareChanges,
    summary: 'End the hold of an applicant',
    params: byUserId,
    body: z.strictObject({ reason: typedReason }),
    reply: envelope(emptyData),
  },
  revealNin: {
    area: 'Staff: applicants',
    access: 'staff:nin:reveal',
    scope: 'applicant',
    fresh: true,
    limits: staffLimits.rareChanges,
    summary: 'Show the verified NIN; recorded with the reason',
    params: byUserId,
    body: z.strictObject({ reason: typedReason }),
    reply: envelope(z.object({ nin: z.string() })),
  },
} as const satisfies Record<string, StaffContract>
