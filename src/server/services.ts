// Creates the service of each feature once, for the routes and the jobs. A command needs one service and no providers, so it
// creates that one itself.

import type { Adapters } from './adapters.ts'
import type { Config } from './config.ts'
import type { Database } from './database/connection.ts'
import { type ApplicantService, createApplicantService } from './features/applicants/service.ts'
import { type ApplicationSessions, createApplicationSessions } from './features/applications/application-sessions.ts'
import { withCorrections } from './features/applications/corrections-store.ts'
import { createDraftService, type DraftService } from './features/applications/drafts.ts'
import { type ApplicationService, createApplicationService } from './features/applications/service.ts'
import { createApplicationStore } from './features/applications/store.ts'
import { createLoginThrottle } from './features/auth/login-throttle.ts'
import { createPasswordChangeService, type PasswordChangeService } from './features/auth/passwords/password-change.ts'
import { createPasswordResetService, type PasswordResetService } from './features/auth/passwords/password-reset.ts'
import { type AuthService, createAuthService } from './features/auth/service.ts'
import { createDeviceCookies, type DeviceCookies } from './features/auth/sessions/device-cookie.ts'
import { createSessionLookup, createSessionReader } from './features/auth/sessions/session-lookup.ts'
import { sessionLimits } from './features/auth/sessions/session-store.ts'
import { createAccountStore } from './features/auth/store.ts'
import { createMoneyCaseService, type MoneyCaseService } from './features/cases/service.ts'
import { createInbox, type Inbox } from './features/complaints/inbox.ts'
import { type ContactService, createContactService } from './features/complaints/service.ts'
import { createDataExportService, type DataExportService } from './features/data-export/service.ts'
import { createMailService, type MailService } from './features/emails/service.ts'
import { createExerciseChangeService, type ExerciseChangeService } from './features/exercise/changes/service.ts'
import { createExerciseService, type ExerciseService } from './features/exercise/service.ts'
import { createExerciseTextService, type ExerciseTextService } from './features/exercise/texts/service.ts'
import { createExportService, type ExportService } from './features/exports/service.ts'
import { type AccountImports, createAccountImports } from './features/imports/file/account-imports.ts'
import { createMailingService, type MailingService } from './features/mailings/service.ts'
import { createNinService, type NinService } from './features/nin/service.ts'
import { createFinalOutcomeService, type FinalOutcomeService } from './features/offers/final-outcomes.ts'
import { createOfferService, type OfferService } from './features/offers/service.ts'
import { createLedgerService, type LedgerService } from './features/payments/ledger/service.ts'
import { createPaymentsService, type PaymentsService } from './features/payments/service.ts'
import { createStaffPaymentService, type StaffPaymentService } from './features/payments/staff-payments.ts'
import { createPublicationService, type PublicationService } from './features/publications/service.ts'
import { createResultEntryService, type ResultEntryService } from './features/results/entries.ts'
import { createResultService, type ResultService } from './features/results/service.ts'
import { createReviewService, type ReviewService } from './features/reviews/service.ts'
import { createSearchService, type SearchService } from './features/search/service.ts'
import { createSelectionService, type SelectionService } from './features/selections/service.ts'
import { createReconciliationService, type ReconciliationService } from './features/settlements/days.ts'
import { createSettlementService, type SettlementService } from './features/settlements/service.ts'
import { type AttendanceService, createAttendanceService } from './features/sittings/attendance/attendance.ts'
import {
  createSittingDocumentService,
  type SittingDocumentService,
} from './features/sittings/documents/sitting-documents.ts'
import { createPanelService, type PanelService } from './features/sittings/interviews/panels.ts'
import { createSheetService, type SheetService } from './features/sittings/interviews/sheets.ts'
import { createSeatingService, type SeatingService } from './features/sittings/seating/seating.ts'
import { createSittingService, type SittingService } from './features/sittings/service.ts'
import { createSlipService, type SlipService } from './features/slips/service.ts'
import { createReadingService, type ReadingService } from './features/staff/reading/reading.ts'
import { createStaffService, type StaffService } from './features/staff/service.ts'
import { createPasskeyChallenges } from './features/staff/sign-in/passkey-challenges.ts'
import { createUploadService, type UploadService } from './features/uploads/service.ts'
import { createStaffFileReader, type StaffFileReader } from './features/uploads/staff-files.ts'
import { createRateLimiter } from './http/limits/rate-limits.ts'
import type { SessionLookup } from './http/principal.ts'
import { createHomeCounter, type HomeCounter } from './lists/home-counts.ts'
import { createRefusalLog, type RefusalLog, refusalBudgets } from './platform/audit/refusal-log.ts'
import { createEncryption, type Encryption } from './platform/encryption/encryption.ts'
import { createStaffLists, type StaffLists } from './staff-lists.ts'

export interface ServiceDependencies extends Adapters {
  config: Config
  database: Database
  /** Connections for the work of the staff alone, so that it cannot delay the applicants. */
  staffDatabase: Database
}

export interface Services {
  encryption: Encryption
  refusals: RefusalLog
  reading: ReadingService
  sessions: SessionLookup
  deviceCookies: DeviceCookies
  auth: AuthService
  passwordChange: PasswordChangeService
  passwordReset: PasswordResetService
  applications: ApplicationService
  applicationSessions: ApplicationSessions
  drafts: DraftService
  contact: ContactService
  dataExports: DataExportService
  exercise: ExerciseService
  exerciseChanges: ExerciseChangeService
  exerciseTexts: ExerciseTextService
  mail: MailService
  seating: SeatingService
  sittings: SittingService
  results: ResultService
  resultEntries: ResultEntryService
  panels: PanelService
  scoreSheets: SheetService
  settlements: SettlementService
  reconciliation: ReconciliationService
  attendance: AttendanceService
  finalOutcomes: FinalOutcomeService
  sittingDocuments: SittingDocumentService
  offers: OfferService
  mailings: MailingService
  nin: NinService
  moneyCases: MoneyCaseService
  payments: PaymentsService
  ledger: LedgerService
  staffPayments: StaffPaymentService
  slips: SlipService
  uploads: UploadService
  staffFiles: StaffFileReader
  staff: StaffService
  applicants: ApplicantService
  inbox: Inbox
  imports: AccountImports
  exports: ExportService
  lists: StaffLists
  counter: HomeCounter
  /** For exports: with connections and threads of their own. */
  bulkSlips: SlipService
  search: SearchService
  selections: SelectionService
  reviews: ReviewService
  publications: PublicationService
}

export function createServices(dependencies: ServiceDependencies): Services {
  const { config, database, staffDatabase, clock } = dependencies
  const encryption = createEncryption(config.secretKeys)
  const deviceCookies = createDeviceCookies({
    secrets: config.secretKeys,
    publicUrl: config.publicUrl,
    clock,
    audience: 'applicants',
  })
  const refusals = createSharedRefusalLog(dependencies)
  const authDependencies = {
    database,
    refusals,
    accounts: createAccountStore(database.db),
    throttle: createLoginThrottle({ pool: database.pool, encryption, clock, audience: 'applicants' }),
    deviceCookies,
    clock,
  }
  const staffUrl = config.staffUrl ?? config.publicUrl
  const readWithSession = createSessionReader(database.pool, clock)
  const applicationStore = withCorrections(createApplicationStore(database.db), database.db, {
    ...dependencies,
    encryption,
  })
  const applications = createApplicationService({
    database,
    applications: applicationStore,
    clock,
    publicUrl: config.publicUrl,
  })
  const payments = createPaymentsService(dependencies)
  const uploads = createUploadService(dependencies)
  const offers = createOfferService(dependencies)
  const mail = createMailService({ ...dependencies, encryption })
  const selections = createSelectionService(dependencies)
  const lists = createStaffLists(dependencies)
  const inbox = createInbox(dependencies)
  const exerciseChanges = createExerciseChangeService(dependencies)
  const resultEntries = createResultEntryService(dependencies)
  const scoreSheets = createSheetService(dependencies)
  const reconciliation = createReconciliationService(dependencies)
  return {
    encryption,
    refusals,
    reading: createReadingService({ ...dependencies, dailyPersons: config.staffDailyPersons }),
    deviceCookies,
    sessions: createSessionLookup(database.pool, clock, readWithSession),
    auth: createAuthService({ ...authDependencies, readWithSession }),
    passwordChange: createPasswordChangeService(authDependencies),
    passwordReset: createPasswordResetService(authDependencies),
    applications,
    applicationSessions: createApplicationSessions({ applications: applicationStore, readWithSession }),
    drafts: createDraftService({ applications: applicationStore, pool: database.pool, clock }),
    contact: createContactService({ database, clock }),
    dataExports: createDataExportService(dependencies),
    exercise: createExerciseService(database),
    mail,
    mailings: createMailingService({ ...dependencies, encryption }),
    exerciseChanges,
    exerciseTexts: createExerciseTextService(dependencies),
    seating: createSeatingService({ ...dependencies, selections }),
    sittings: createSittingService(dependencies),
    results: createResultService({ ...dependencies, selections }),
    resultEntries,
    panels: createPanelService(dependencies),
    scoreSheets,
    settlements: createSettlementService({ ...dependencies, payments }),
    reconciliation,
    attendance: createAttendanceService(dependencies),
    offers,
    finalOutcomes: createFinalOutcomeService({ ...dependencies, selections }),
    sittingDocuments: createSittingDocumentService(dependencies),
    nin: createNinService({ ...dependencies, encryption }),
    moneyCases: createMoneyCaseService({ ...dependencies, payments }),
    payments,
    ledger: createLedgerService(dependencies),
    staffPayments: createStaffPaymentService(dependencies),
    slips: createSlipService({ ...dependencies, applications, payments, uploads, offers }),
    bulkSlips: createBulkSlips(dependencies, payments),
    uploads,
    staffFiles: createStaffFileReader(dependencies),
    lists,
    counter: createHomeCounter({
      ...dependencies,
      lists,
      findSettingsToApprove: exerciseChanges.findToApprove,
      findResultsToConfirm: resultEntries.findToConfirm,
      findInterviewsToScore: scoreSheets.findToScore,
      findDaysToApprove: reconciliation.findToApprove,
      findFirstSteps: exerciseChanges.findFirstSteps,
    }),
    inbox,
    search: createSearchService({ ...dependencies, findComplaint: inbox.find }),
    applicants: createApplicantService({ ...dependencies, encryption, sessionIdleMs: sessionLimits.idleMs }),
    publications: createPublicationService({ ...dependencies, selections, mail }),
    imports: createAccountImports({ ...dependencies, encryption }),
    selections,
    reviews: createReviewService({ ...dependencies, selections, lists }),
    exports: createExportService({ ...dependencies, selections }),
    staff: createStaffService({
      staffDatabase,
      refusals,
      challenges: createPasskeyChallenges(config.secretKeys),
      throttle: createLoginThrottle({ pool: staffDatabase.pool, encryption, clock, audience: 'staff' }),
      deviceCookies: createDeviceCookies({
        secrets: config.secretKeys,
        publicUrl: staffUrl,
        clock,
        audience: 'staff',
      }),
      encryption,
      clock,
      staffUrl,
    }),
  }
}

/** All servers share its budget. */
function createSharedRefusalLog(dependencies: ServiceDependencies): RefusalLog {
  const limiters = Object.fromEntries(
    Object.entries(refusalBudgets).map(([actor, limit]) => [
      actor,
      createRateLimiter(dependencies.database.pool, { name: `refusals_${actor}`, limit, windowSeconds: 3_600 }),
    ]),
  )
  const takeFromBudget = async (actor: string) => (await limiters[actor]?.tryConsume('all')) ?? false
  return createRefusalLog({ ...dependencies, takeFromBudget })
}

function createBulkSlips(dependencies: ServiceDependencies, payments: PaymentsService): SlipService {
  const { staffDatabase: database, bulkDocuments: documents, clock, config } = dependencies
  const encryption = createEncryption(config.secretKeys)
  const applications = createApplicationService({
    database,
    applications: withCorrections(createApplicationStore(database.db), database.db, { ...dependencies, encryption }),
    clock,
    publicUrl: config.publicUrl,
  })
  const uploads = createUploadService({ ...dependencies, database })
  const offers = createOfferService({ ...dependencies, database })
  return createSlipService({ ...dependencies, database, documents, applications, payments, uploads, offers })
}
