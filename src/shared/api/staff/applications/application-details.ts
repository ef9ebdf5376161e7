// What staff get about an application.
import { z } from 'zod'
import { rejectionReasonCodes, reviewPartNames } from '#shared/decisions/rejection-reasons.ts'
import { requirementNames, suggestions } from '#shared/decisions/requirements.ts'
import {
  outcomeNames,
  publishedLabels,
  reviewStageNames,
  verdictNames,
  withdrawalEvents,
} from '#shared/decisions/stages.ts'
import { listNames } from '#shared/format/labels.ts'
import { auditList } from '#shared/lists/audit.ts'
import { genders } from '#shared/reference-data/option-lists.ts'
import { isoDateTime } from '../../contract.ts'
import { renderedTable } from '../../rendered-table.ts'
import { isSecondPerson } from '../second-person.ts'

const stage = z.enum(reviewStageNames)
export const namedPerson = z.object({ id: z.string(), name: z.string() })

const recordedReason = z.object({
  code: z.enum(rejectionReasonCodes),
  type: z.string(),
  reason: z.string().describe('In the words of the day on which it was given.'),
  about: z.enum(reviewPartNames).nullable(),
  entry: z.number().int().nullable(),
  note: z.string().nullable(),
})

const status = z.object({
  stage,
  version: z.number().int(),
  round: z.number().int().describe('Reviews of earlier rounds do not count.'),
  reviews: z.number().int().describe('Of this round.'),
  reviewsNeeded: z.number().int(),
  split: z.boolean().describe('Two reviews disagree: the chair decides.'),
  assignedTo: namedPerson.nullable(),
})
export type ApplicationStatus = z.infer<typeof status>

const review = z.object({
  id: z.string(),
  round: z.number().int(),
  person: namedPerson,
  at: isoDateTime,
  verdict: z.enum(verdictNames).nullable().describe('Null until one has recorded the own review.'),
  reasons: z.array(recordedReason),
  note: z.string(),
})

const decision = z.object({
  outcome: z.enum(outcomeNames),
  reasons: z.array(recordedReason),
  decidedBy: namedPerson,
  secondedBy: namedPerson.nullable(),
  at: isoDateTime,
})

export const applicationNote = z.object({
  id: z.string(),
  person: namedPerson,
  text: z.string(),
  pinned: z.boolean(),
  at: isoDateTime,
})

const requirementCheck = z.object({
  suggestion: z.enum(suggestions),
  summary: z.string(),
  checks: z.array(
    z.object({
      name: z.enum(requirementNames),
      label: z.string(),
      asked: z.string(),
      found: z.string(),
      isMet: z.boolean().nullable(),
    }),
  ),
})

export const applicationViewer = z.object({ person: namedPerson, since: isoDateTime, until: isoDateTime })

const withdrawal = z.object({ reason: z.string(), person: namedPerson, at: isoDateTime })

/** What may have changed since it was read; the data of 409 `changed_meanwhile`. */
export const applicationProgress = z.object({
  number: z.string(),
  status,
  reviews: z.array(review),
  decided: decision.nullable(),
  published: z
    .object({
      outcome: z.enum(listNames(publishedLabels)),
      reasons: z.array(z.object({ type: z.string(), reason: z.string() })),
    })
    .nullable()
    .describe('What the applicant can see.'),
  correction: z
    .object({ reason: z.string(), until: isoDateTime })
    .nullable()
    .describe('Returned: the applicant can send it again until then.'),
  withdrawal: withdrawal.nullable().describe('While it is withdrawn: how the applicant asked, and who recorded it.'),
})
export type ApplicationProgress = z.infer<typeof applicationProgress>

export const applicationDetails = applicationProgress.extend({
  applicant: z.object({
    userId: z.string(),
    name: z.string(),
    school: z.string(),
    department: z.string().nullable(),
    role: z.string(),
    state: z.string(),
    lga: z.string(),
    gender: z.enum(listNames(genders)),
    submittedAt: isoDateTime,
  }),
  renderedTables: z
    .array(renderedTable)
    .nullable()
    .describe('As it was submitted; null for those who may see the status only, as all below.'),
  photos: z.object({
    submitted: z.string().nullable().describe('The id of the file.'),
    nin: z.string().nullable(),
  }),
  derived: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      value: z.union([z.string(), z.number()]).nullable(),
      text: z.string().describe('As people read it; empty when the answers do not say it.'),
    }),
  ),
  requirements: requirementCheck.nullable().describe('A suggestion, never a decision.'),
  reasons: z
    .array(z.object({ code: z.enum(rejectionReasonCodes), type: z.string(), sentence: z.string() }))
    .describe('Those from which a reviewer chooses, in the words that the exercise has now.'),
  notes: z.array(applicationNote),
  decisions: z.array(decision).describe('Also those that are superseded, newest first.'),
  history: z
    .array(z.object({ at: isoDateTime, action: auditList.row.shape.action, person: z.string().nullable() }))
    .describe('What staff did with it, newest first: the names of audit events.'),
  submission: z.number().int().describe('How often it was sent.'),
  returns: z
    .array(
      z.object({
        submission: z.number().int().describe('What was returned.'),
        reason: z.string().nullable().describe('Null when the return was taken back.'),
        until: isoDateTime.nullable(),
        person: namedPerson,
        at: isoDateTime,
      }),
    )
    .describe('Newest first.'),
  withdrawals: z
    .array(withdrawal.extend({ event: z.enum(withdrawalEvents) }))
    .describe('Also those that are over, newest first.'),
  versions: z
    .array(
      z.object({
        submission: z.number().int(),
        submittedAt: isoDateTime,
        renderedTables: z.array(renderedTable),
        photos: z.object({ submitted: z.string().nullable(), nin: z.string().nullable() }),
      }),
    )
    .describe('What was sent before, oldest first.'),
  recusals: z.array(
    z.object({ id: z.string(), person: namedPerson, reason: z.string(), at: isoDateTime, isSecondPerson }),
  ),
  viewers: z.array(applicationViewer).describe('Who else has it open.'),
  hold: z
    .object({ reason: z.string(), madeBy: z.string(), at: isoDateTime })
    .nullable()
    .describe('While the applicant is on hold, nothing is reviewed, decided or published.'),
  isSecondPerson: isSecondPerson.describe(
    'Whether the reader counts as another person than those who have reviewed it in this round.',
  ),
  may: z
    .object({
      review: z.boolean(),
      decide: z.boolean(),
      return: z.boolean(),
      takeBack: z.boolean(),
      withdraw: z.boolean(),
      reinstate: z.boolean(),
      note: z.boolean(),
      assign: z.boolean(),
    })
    .describe('What this person can do with it now.'),
})
export type ApplicationDetails = z.infer<typeof applicationDetails>
