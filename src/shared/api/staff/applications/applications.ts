import { z } from 'zod'
import { rejectionReasonCodes, rejectionReasons, reviewPartNames } from '#shared/decisions/rejection-reasons.ts'
import { type Outcome, outcomeNames, stageOfVerdict, verdictNames } from '#shared/decisions/stages.ts'
import { uuid } from '#shared/format/uuid.ts'
import { applicationList } from '#shared/lists/applications.ts'
import { typedExerciseYear } from '#shared/lists/exercise-year.ts'
import { recusalList } from '#shared/lists/recusals.ts'
import { staffRoleNames } from '#shared/roles/permissions.ts'
import { describeMaxLength, maxNote, maxReturnReason } from '#shared/staff/text-limits.ts'
import { maxCorrectionDays } from '../../../policy/correction.ts'
import { askReason, optionalReason, typedReason } from '../../../staff/reasons.ts'
import { emptyData, envelope, isoDateTime } from '../../contract.ts'
import type { StaffContract } from '../contract.ts'
import { staffLimits } from '../limits.ts'
import { createListContract } from '../list-contract.ts'
import { byNumber, seenVersion } from '../requests.ts'
import {
  applicationDetails,
  applicationNote,
  applicationProgress,
  applicationViewer,
  namedPerson,
} from './application-details.ts'

const area = 'Staff: applications'
const longText = z.string().trim().max(maxNote, describeMaxLength(maxNote))

/** A reason as a reviewer chooses it. */
const chosenReason = z
  .strictObject({
    code: z.enum(rejectionReasonCodes, 'There is no such reason.'),
    about: z.enum(reviewPartNames, 'There is no such part.').optional(),
    entry: z.number().int().min(1).max(100).optional().describe('The number of the entry in its section, from 1.'),
    note: optionalReason.optional().describe('The applicant reads it after the sentence, once it is published.'),
  })
  .refine(({ code, note }) => !rejectionReasons[code].needsNote || Boolean(note), {
    path: ['note'],
    message: 'Say more: the applicant reads it after the sentence.',
  })
export type ChosenReason = z.output<typeof chosenReason>
const chosenReasons = z.array(chosenReason).max(20, 'Choose at most 20 reasons.').default([])

/** Both what reviewers say and where it leads: `reject` and `rejected`. */
const chosenOutcome = z
  .enum([...outcomeNames, 'shortlist', 'reject', 'hold'], 'Choose shortlisted, rejected or held.')
  .transform((given): Outcome => (given in stageOfVerdict ? stageOfVerdict[given as 'reject'] : (given as Outcome)))

export const staffApplicationContracts = {
  staffApplications: createListContract(applicationList, {
    area,
    summary: 'The submitted applications of an exercise, filtered and in pages',
  }),
  staffApplication: {
    area,
    access: 'staff:application:read',
    scope: 'application',
    limits: staffLimits.reads,
    summary: 'An application with its contents, reviews and decision; recorded in the audit log once an hour',
    params: byNumber,
    reply: envelope(applicationDetails),
  },
  reviewApplication: {
    area,
    access: 'staff:application:review',
    scope: 'application',
    limits: staffLimits.reviews,
    summary: 'Record a review; two that agree decide, two that differ go to the chair. A rejection needs a reason',
    params: byNumber,
    body: z
      .strictObject({
        verdict: z.enum(verdictNames, 'Choose a verdict.'),
        reasons: chosenReasons,
        note: longText.default('').describe('For colleagues, never for the applicant.'),
        version: seenVersion,
      })
      .refine(({ verdict, reasons }) => verdict !== 'reject' || reasons.length > 0, {
        path: ['reasons'],
        message: 'Choose at least one reason.',
      })
      .refine(({ verdict, reasons, note }) => verdict !== 'return' || reasons.length > 0 || note !== '', {
        path: ['reasons'],
        message: 'Say what must be corrected.',
      }),
    reply: envelope(applicationProgress),
    replyStatus: 201,
  },
  decideApplication: {
    area,
    access: 'staff:application:decide',
    scope: 'application',
    limits: staffLimits.reviews,
    summary: 'Decide with a review by somebody else that agrees; without one 403 `second_person_required`',
    params: byNumber,
    body: z.strictObject({
      outcome: chosenOutcome,
      reasons: chosenReasons.describe('Of a rejection; those of the agreeing review when it is empty.'),
      note: longText.default('').describe('For colleagues, never for the applicant.'),
      version: seenVersion,
    }),
    reply: envelope(applicationProgress),
    replyStatus: 201,
  },
  returnApplication: {
    area,
    access: 'staff:application:return',
    scope: 'application',
    limits: staffLimits.reviews,
    summary: 'Return to the applicant, who can send it again until a date; again to change reason and date',
    params: byNumber,
    body: z.strictObject({
      reason: z
        .string('Say what must be corrected.')
        .trim()
        .min(3, 'Say what must be corrected.')
        .max(maxReturnReason, describeMaxLength(maxReturnReason))
        .describe('The applicant reads it.'),
      until: z.iso
        .datetime({ offset: true, error: 'Choose a date and an hour.' })
        .describe(`In the future, within ${maxCorrectionDays} days.`),
      version: seenVersion,
    }),
    reply: envelope(applicationProgress),
    replyStatus: 201,
  },
  takeBackReturn: {
    area,
    access: 'staff:application:return',
    scope: 'application',
    limits: staffLimits.reviews,
    summary: 'Take a return back that was not answered yet; the application is in review as it was sent',
    params: byNumber,
    body: z.strictObject({ version: seenVersion }),
    reply: envelope(applicationProgress),
  },
  withdrawApplication: {
    area,
    access: 'staff:application:withdraw',
    scope: 'application',
    limits: staffLimits.reviews,
    summary: 'Withdraw it because the applicant asked for it, from every stage; the applicant gets an email',
    params: byNumber,
    body: z.strictObject({
      reason: askReason('Say how the applicant asked for it').describe(
        'How the applicant asked for it; for colleagues, and part of the copy of their data.',
      ),
    }),
    reply: envelope(applicationProgress),
    replyStatus: 201,
  },
  reinstateApplication: {
    area,
    access: 'staff:application:reinstate',
    scope: 'application',
    limits: staffLimits.reviews,
    summary: 'Take a withdrawn application up again, in a new round of reviews; the applicant gets an email',
    params: byNumber,
    body: z.strictObject({ reason: typedReason, version: seenVersion }),
    reply: envelope(applicationProgress),
  },
  addApplicationNote: {
    area,
    access: 'staff:application:note',
    scope: 'application',
    limits: staffLimits.reviews,
    summary: 'Add a note for colleagues; it cannot be changed',
    params: byNumber,
    body: z.strictObject({
      text: longText.min(1, 'Write something.'),
      pinned: z.boolean().default(false),
    }),
    reply: envelope(applicationNote),
    replyStatus: 201,
  },
  recuse: {
    area,
    access: 'staff:application:note',
    scope: 'application',
    limits: staffLimits.rareChanges,
    summary: 'Withdraw from a case, or, with application:assign, withdraw a colleague: they see nothing of it any more',
    params: byNumber,
    body: z.strictObject({
      reason: typedReason,
      person: uuid().optional().describe('The id of a colleague; oneself by default.'),
    }),
    reply: envelope(z.object({ id: z.string() })),
    replyStatus: 201,
  },
  staffRecusals: createListContract(recusalList, {
    area,
    summary: 'Who is recused from which application of an exercise, filtered and in pages',
  }),
  endRecusal: {
    area,
    access: 'staff:application:assign',
    scope: 'application',
    limits: staffLimits.rareChanges,
    summary: 'End the recusal of somebody else',
    params: byNumber.extend({ id: uuid() }),
    reply: envelope(emptyData),
  },
  renewViewing: {
    area,
    access: 'staff:application:review',
    scope: 'application',
    limits: staffLimits.reads,
    summary: 'Tell colleagues for five minutes that one has the case open; answers who else has, and the version',
    params: byNumber,
    reply: envelope(z.object({ version: z.number().int(), until: isoDateTime, viewers: z.array(applicationViewer) })),
  },
  endViewing: {
    area,
    access: 'staff:application:review',
    scope: 'application',
    limits: staffLimits.reads,
    summary: 'Tell colleagues that one no longer has the case open',
    params: byNumber,
    reply: envelope(emptyData),
  },
  nextReview: {
    area,
    access: 'staff:application:review',
    scope: 'exercise',
    limits: staffLimits.reads,
    summary: "The next cases of one's own queue, and the day's progress",
    query: z.strictObject({
      exercise: typedExerciseYear.optional().describe('The year; the current exercise by default.'),
      skip: z
        .string()
        .max(3_000)
        .optional()
        .describe('Numbers of applications that are not wanted now, separated by `|`.'),
    }),
    reply: envelope(
      z.object({
        number: z.string().nullable().describe('Null when nothing waits.'),
        following: z.string().nullable().describe('The one after it, so that it can be loaded ahead.'),
        progress: z.object({
          done: z.number().int().describe('Own reviews of today, in Nigeria.'),
          total: z.number().int().describe('These and those that wait.'),
          more: z.boolean().describe('More wait than were counted.'),
        }),
      }),
    ),
  },
  assignableStaff: {
    area,
    access: 'staff:application:assign',
    scope: 'exercise',
    limits: staffLimits.reads,
    summary: 'Who can be assigned applications, with how many wait for each',
    query: z.strictObject({ exercise: typedExerciseYear.optional() }),
    reply: envelope(
      z.object({
        rows: z.array(
          namedPerson.extend({ email: z.string(), roles: z.array(z.enum(staffRoleNames)), waiting: z.number().int() }),
        ),
      }),
    ),
  },
  assignApplications: {
    area,
    access: 'staff:application:assign',
    scope: 'selection',
    limits: staffLimits.selection,
    summary: 'Divide the applications of a selection evenly among reviewers, in order or at random',
    body: z.strictObject({
      selection: uuid('Make a selection first.'),
      to: z.array(uuid()).min(1, 'Choose at least one person.').max(100, 'Choose at most 100 people.'),
      how: z
        .enum(['even', 'random'], 'Choose even or random.')
        .default('even')
        .describe('`random`: as many for each, but chance says which.'),
    }),
    reply: envelope(
      z.object({
        assigned: z.number().int(),
        recused: z.number().int().describe('How often somebody was passed over because of a recusal.'),
        skipped: z.number().int().describe('Applications that are decided, or that nobody of these can review.'),
        people: z.array(namedPerson.extend({ count: z.number().int() })),
      }),
    ),
  },
} as const satisfies Record<string, StaffContract>
