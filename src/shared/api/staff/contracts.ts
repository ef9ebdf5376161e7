// All contracts of the staff's API. The compiler refuses a call without one.
import { staffApplicantContracts } from './applicants.ts'
import { staffApplicationContracts } from './applications/applications.ts'
import { staffAttendanceContracts } from './attendance.ts'
import type { StaffCallName } from './calls.ts'
import { staffComplaintContracts } from './complaints.ts'
import type { StaffContract } from './contract.ts'
import { staffExerciseTextContracts } from './exercise-texts.ts'
import { staffExerciseContracts } from './exercises.ts'
import { staffFileContracts } from './files.ts'
import { staffImportContracts } from './imports.ts'
import { staffInterviewContracts } from './interviews.ts'
import { staffLedgerContracts } from './ledger.ts'
import { staffCountContracts } from './lists/counts.ts'
import { staffExportContracts } from './lists/exports.ts'
import { staffMailingContracts } from './lists/mailings.ts'
import { staffSelectionContracts } from './lists/selections.ts'
import { staffViewContracts } from './lists/views.ts'
import { staffAuditContracts } from './logs/audit.ts'
import { staffEmailContracts } from './logs/emails.ts'
import { staffMoneyCaseContracts } from './money-cases.ts'
import { staffOfferContracts } from './offers.ts'
import { staffOwnSignInContracts } from './own-sign-in.ts'
import { staffPasskeyContracts } from './passkeys.ts'
import { staffPaymentContracts } from './payments.ts'
import { staffPeopleContracts } from './people.ts'
import { staffPublicationContracts } from './publications.ts'
import { staffResultContracts } from './results.ts'
import { staffSearchContracts } from './search.ts'
import { staffSeatingContracts } from './seating.ts'
import { staffSessionContracts } from './session.ts'
import { staffSettlementContracts } from './settlements.ts'
import { staffSittingDocumentContracts } from './sitting-documents.ts'
import { staffSittingContracts } from './sittings.ts'

export const staffContracts = {
  ...staffSessionContracts,
  ...staffOwnSignInContracts,
  ...staffPasskeyContracts,
  ...staffCountContracts,
  ...staffSearchContracts,
  ...staffApplicantContracts,
  ...staffFileContracts,
  ...staffApplicationContracts,
  ...staffComplaintContracts,
  ...staffEmailContracts,
  ...staffAuditContracts,
  ...staffPeopleContracts,
  ...staffExerciseContracts,
  ...staffExerciseTextContracts,
  ...staffImportContracts,
  ...staffSelectionContracts,
  ...staffMailingContracts,
  ...staffViewContracts,
  ...staffExportContracts,
  ...staffPublicationContracts,
  ...staffSittingContracts,
  ...staffInterviewContracts,
  ...staffResultContracts,
  ...staffSettlementContracts,
  ...staffSeatingContracts,
  ...staffAttendanceContracts,
  ...staffOfferContracts,
  ...staffPaymentContracts,
  ...staffMoneyCaseContracts,
  ...staffLedgerContracts,
  ...staffSittingDocumentContracts,
} as const satisfies Record<StaffCallName, StaffContract>

export type StaffContracts = typeof staffContracts
