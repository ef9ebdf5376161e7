import { z } from 'zod'
import { listNames } from '#shared/format/labels.ts'
import { uuid } from '#shared/format/uuid.ts'
import { applicantList } from '#shared/lists/applicants.ts'
import { exerciseYear } from '#shared/lists/exercise-year.ts'
import { createFilterShape } from '#shared/lists/filters.ts'
import { mailingStates } from '#shared/staff/mailings.ts'
import { leftOutReasons, mailingDraftMinutes, mailingKinds } from '../../../staff/mailings.ts'
import { typedReason } from '../../../staff/reasons.ts'
import { envelope, isoDateTime } from '../../contract.ts'
import type { StaffContract } from '../contract.ts'
import { staffLimits } from '../limits.ts'
import { byId } from '../requests.ts'
import { chosenApplicantsShape } from './chosen-applicants.ts'

const filter = z.strictObject({
  ...createFilterShape(applicantList.columns),
  exercise: exerciseYear.optional().describe('The year; the current exercise by default.'),
  q: z.string().trim().max(200).optional().describe('As in the search box of the list.'),
  ...chosenApplicantsShape,
})
export type MailingFilter = z.infer<typeof filter>

const count = z.number().int().nonnegative()
const leftOut = z.array(z.object({ leftOutReason: z.enum(listNames(leftOutReasons)), count }))

const mailing = z.object({
  id: uuid(),
  kind: z.enum(listNames(mailingKinds)),
  exercise: z.number().int(),
  state: z.enum(mailingStates),
  recipients: count.describe('Applicants who get an email, as of when it was made.'),
  leftOut: leftOut.describe('Applicants who were chosen and get none.'),
  done: count.describe('Emails handed to the queue.'),
  skipped: leftOut.describe('To whom none was sent after all, because something changed in between.'),
  expiresAt: isoDateTime.describe('A draft cannot be started afterwards.'),
})
export type Mailing = z.infer<typeof mailing>

export const staffMailingContracts = {
  makeMailing: {
    area: 'Staff: mailings',
    access: 'staff:account:recover',
    scope: 'exercise',
    limits: staffLimits.mailing,
    summary: `Fix who of the matching applicants would get an email, and who not and why; to be started within ${mailingDraftMinutes} minutes`,
    body: z.strictObject({ kind: mailing.shape.kind, filter }),
    reply: envelope(mailing),
    replyStatus: 201,
  },
  startMailing: {
    area: 'Staff: mailings',
    access: 'staff:account:recover',
    scope: 'mailing',
    fresh: true,
    limits: staffLimits.rareChanges,
    summary: 'Send it: one email to each, in the background',
    params: byId,
    body: z.strictObject({
      count: z.number('Send the number of recipients that you saw.').int().describe('Must equal `recipients`.'),
      reason: typedReason,
    }),
    reply: envelope(mailing),
  },
  staffMailing: {
    area: 'Staff: mailings',
    access: 'staff:account:recover',
    scope: 'mailing',
    limits: staffLimits.reads,
    summary: 'One of your own mailings with its progress',
    params: byId,
    reply: envelope(mailing),
  },
} as const satisfies Record<string, StaffContract>
