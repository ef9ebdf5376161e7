// All that staff may see about an applicant, field by field, so that a new column is not sent by accident.

import { closeOffer } from '#server/domain/closed-offers.ts'
import type { Withdrawal } from '#server/domain/withdrawals.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import type { ApplicantDetails } from '#shared/api/staff/applicants.ts'
import { maskNin } from '#shared/format/numbers.ts'
import { getDashboardMessages, getStages, getStatusCards } from '#shared/policy/applicant-status.ts'
import { toNaira } from '#shared/policy/money.ts'
import { decideNextStep } from '#shared/policy/next-step.ts'
import {
  hasPermissionIn,
  hasWholePermissionIn,
  listLimits,
  type Permission,
  type RoleGrant,
} from '#shared/roles/permissions.ts'
import type { listHolds } from './holds/hold-store.ts'
import type {
  AccountRow,
  findApplicantFacts,
  listAccountComplaints,
  listAccountLookUps,
  listAccountPayments,
  listCorrections,
  listEmails,
  listFiles,
  listLiveApplicantSessions,
  listTimeline,
} from './store.ts'

type Rows<F extends (...given: never[]) => PromiseLike<unknown>> = Awaited<ReturnType<F>>

export interface ApplicantRecord {
  account: AccountRow
  facts: NonNullable<Rows<typeof findApplicantFacts>>
  /** Decrypted; empty while none is verified. */
  nin: string
  payments: Rows<typeof listAccountPayments>
  lookUps: Rows<typeof listAccountLookUps>
  files: Rows<typeof listFiles>
  emails: Rows<typeof listEmails>
  sessions: Rows<typeof listLiveApplicantSessions>
  complaints: Rows<typeof listAccountComplaints>
  corrections: Rows<typeof listCorrections>
  isSecondPerson: (others: readonly string[]) => boolean
  holds: Rows<typeof listHolds>
  /** Null while the application is not withdrawn. */
  withdrawal: Withdrawal | null
  timeline: Rows<typeof listTimeline>
}

export function presentApplicant(
  record: ApplicantRecord,
  { grants, staffId }: StaffPrincipal,
  now: Date,
): ApplicantDetails {
  const { account, facts, nin } = record
  const toText = (date: Date | null) => date?.toISOString() ?? null
  return {
    version: account.version,
    facts: presentFacts(account, facts, nin),
    stage: facts.index?.stage ?? 'issued',
    flags: facts.index?.flags ?? [],
    seesNow: presentDashboard(record, grants, now),
    payments: presentPayments(record, grants),
    lookUps: record.lookUps.map(({ outcome, differences, at }) => ({
      outcome,
      differences: differences ?? [],
      at: at.toISOString(),
    })),
    files: pickWithin(account, grants, 'file:read').length > 0 ? record.files.map(presentFile) : null,
    emails: record.emails.map(({ id, template, state, queuedAt, sentAt }) => ({
      id,
      template,
      state,
      queuedAt: queuedAt.toISOString(),
      sentAt: toText(sentAt),
    })),
    sessions: record.sessions.map(({ id, device, createdAt, lastSeenAt }) => ({
      id,
      device,
      startedAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
    })),
    complaints: record.complaints.flatMap(({ number, state, at }) =>
      number === null ? [] : [{ number, state, at: at.toISOString() }],
    ),
    corrections: record.corrections.map(({ id, state, columns, reason, madeBy, makerId, at }) => ({
      id,
      state,
      columns,
      reason,
      madeBy,
      isOwn: makerId === staffId,
      isSecondPerson: record.isSecondPerson([makerId]),
      at: at.toISOString(),
    })),
    holds: record.holds.map(presentHold),
    withdrawal: record.withdrawal && presentWithdrawal(record.withdrawal),
    timeline: record.timeline.map(({ at, action, actor, person }) => ({ at: at.toISOString(), action, actor, person })),
  }
}

const presentHold = ({ hold, madeBy, endedBy }: ApplicantRecord['holds'][number]) => ({
  reason: hold.reason,
  madeBy,
  at: hold.madeAt.toISOString(),
  ended: hold.endedAt && { reason: hold.endReason ?? '', by: endedBy ?? '', at: hold.endedAt.toISOString() },
})

const presentWithdrawal = ({ reason, name, at }: Withdrawal) => ({ reason, madeBy: name, at: at.toISOString() })

const presentFacts = (
  account: AccountRow,
  { year, application }: ApplicantRecord['facts'],
  nin: string,
): ApplicantDetails['facts'] => ({
  userId: account.userId,
  exercise: year,
  surname: account.surname,
  firstName: account.firstName,
  middleName: account.middleName,
  email: account.email,
  phone: account.phone,
  dateOfBirth: account.dateOfBirth,
  gender: account.gender,
  placeOfBirth: account.placeOfBirth,
  state: account.state,
  lga: account.lga,
  school: account.school,
  department: account.department,
  role: account.role,
  fee: toNaira(account.feeKobo),
  charge: toNaira(account.chargeKobo),
  issuedAt: account.createdAt.toISOString(),
  passwordChanged: !account.mustChangePassword,
  nin: maskNin(nin),
  number: application?.number ?? null,
})

/** By the rules that the applicant's own dashboard uses. */
function presentDashboard(
  { account, facts, payments, lookUps }: ApplicantRecord,
  grants: readonly RoleGrant[],
  now: Date,
): ApplicantDetails['seesNow'] {
  const { application, deadline } = facts
  const paid = payments.find(({ status }) => status === 'paid')
  const status = {
    passChange: account.mustChangePassword,
    paymentstatus: paid !== undefined,
    ninVerify: facts.nin !== null,
  }
  const results = application && {
    ...presentResults(application, facts.archivedAt),
    finalOutcome: presentFinalOutcome(facts),
  }
  const dates = {
    passwordChangedAt: null,
    paidAt: paid?.paidAt?.toISOString() ?? null,
    ninVerifiedAt: lookUps.find(({ outcome }) => outcome === 'matched')?.at.toISOString() ?? null,
    submittedAt: application?.submittedAt.toISOString() ?? null,
  }
  const { kind, action } = decideNextStep({
    account: status,
    application: results,
    // The form is checked on the applicant's device; until it is submitted, staff only know that it is not.
    missingSteps: ['Form'],
    examDate: account.examDate,
    deadline: deadline?.toISOString() ?? null,
    now,
  })
  return {
    stages: getStages(status, false, dates),
    nextStep: { kind, label: action.label },
    cards: getStatusCards(status, results),
    messages: canReadApplication(account, grants) ? getDashboardMessages(results, account) : [],
  }
}

type Application = NonNullable<ApplicantRecord['facts']['application']>

const presentResults = (application: Application, archivedAt: Date | null) => ({
  applicationId: application.number,
  decision: application.decision,
  isVerified: application.decision === 'verified',
  cbtResult: application.cbtResult,
  interviewResult: application.interviewResult,
  rejectionReasons: application.rejectionReasons,
  // Nothing is sent again in an archived exercise.
  correction: archivedAt ? undefined : presentReturn(application),
  withdrawnAt: application.withdrawnAt?.toISOString(),
})

function presentFinalOutcome({ finalOutcome: outcome, offer: stored, archivedAt }: ApplicantRecord['facts']) {
  const offer = stored && closeOffer(stored, archivedAt)
  return outcome && { outcome, offer: offer && { state: offer.state, until: offer.until.toISOString() } }
}

const presentReturn = ({ returnedUntil, returnReason }: Application) =>
  returnedUntil && returnReason !== null ? { reason: returnReason, until: returnedUntil.toISOString() } : undefined

/** Scores, the reasons of a decision and what the staff did are more than its status. */
export const canReadApplication = (account: AccountRow, grants: readonly RoleGrant[]): boolean =>
  hasWholePermissionIn(grants, 'application:read', account)

/** The roles that give the permission for this applicant. */
const pickWithin = (account: AccountRow, grants: readonly RoleGrant[], permission: Permission): RoleGrant[] =>
  grants.filter((grant) => hasPermissionIn([grant], permission, account))

/** Of a reader who is limited to the status, one row without its amounts and numbers. */
function presentPayments({ account, payments }: ApplicantRecord, grants: readonly RoleGrant[]) {
  const within = pickWithin(account, grants, 'payment:read')
  if (within.length === 0) return null
  if (listLimits(within, 'payment:read') === null) return payments.map(presentPayment)
  const decisive = payments.find(({ status }) => status === 'paid') ?? payments[0]
  return decisive ? [{ ...unknownPayment, status: decisive.status }] : []
}

const unknownPayment = {
  rrr: null,
  due: null,
  paid: null,
  paidAt: null,
  channel: null,
  requestedAt: null,
  checkedAt: null,
}

const presentPayment = (payment: ApplicantRecord['payments'][number]) => ({
  rrr: payment.rrr,
  status: payment.status,
  due: toNaira(payment.feeKobo + payment.chargeKobo),
  paid: payment.paidKobo === null ? null : toNaira(payment.paidKobo),
  paidAt: payment.paidAt?.toISOString() ?? null,
  channel: payment.paymentType,
  requestedAt: payment.createdAt.toISOString(),
  checkedAt: payment.checkedAt?.toISOString() ?? null,
})

const presentFile = (file: ApplicantRecord['files'][number]) => ({
  id: file.id,
  kind: file.kind,
  name: file.name,
  type: file.type,
  size: file.size,
  scan: file.scan,
  at: file.createdAt.toISOString(),
})
