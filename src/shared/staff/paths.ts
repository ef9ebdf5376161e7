// Paths of the staff's pages.

/** The start of every address of the staff's pages. */
export const staffBase = '/staff'

/** Where an invitation, or a link for a lost password, is accepted. */
export const getInvitationPath = (code: string) =>
  `${staffBase}${staffPaths.invitation}?code=${encodeURIComponent(code)}`

/** The page that displays files, in a frame without an origin of its own. */
export const fileFramePath = `${staffBase}/file-frame`

/** Lets the page of a door open without a connection. */
export const doorWorkerPath = `${staffBase}/door-worker.js`
/** Where the worker keeps the files of that page. */
export const doorCache = 'staff-door'
/** The page that the server sends for every address of the staff, as the worker keeps it. */
export const doorShell = `${staffBase}/`

/** Below `staffBase`, as the pages link to each other. */
export const staffPaths = {
  home: '/',
  signIn: '/login',
  recover: '/recover',
  invitation: '/invitation',
  applicants: '/applicants',
  applications: '/applications',
  review: '/review',
  recusals: '/recusals',
  publications: '/publications',
  newPublication: '/publications/new',
  sittings: '/sittings',
  venues: '/sittings/venues',
  seating: '/sittings/seating',
  seats: '/seats',
  interviews: '/interviews',
  offers: '/offers',
  payments: '/payments',
  cases: '/cases',
  refunds: '/refunds',
  ledger: '/ledger',
  revenue: '/revenue',
  results: '/results',
  newResults: '/results/import',
  cutOff: '/results/cut-off',
  reconciledDays: '/reconciliation',
  reconciliation: '/reconciliation/lines',
  settlements: '/reconciliation/settlements',
  newSettlement: '/reconciliation/import',
  complaints: '/complaints',
  imports: '/imports',
  newImport: '/imports/new',
  newApplicant: '/imports/applicant',
  exports: '/exports',
  emails: '/emails',
  settings: '/settings',
  exerciseSettings: '/settings/exercise',
  posts: '/settings/posts',
  reasons: '/settings/reasons',
  people: '/people',
  invite: '/people/new',
  audit: '/audit',
  myAccount: '/me',
} as const

type ListPath = (typeof staffPaths)[
  | 'applicants'
  | 'applications'
  | 'publications'
  | 'sittings'
  | 'interviews'
  | 'cases'
  | 'settlements'
  | 'complaints'
  | 'payments'
  | 'imports'
  | 'people']

/** The page of one entry of a list. */
export const getEntryPath = (list: ListPath, key: string) => `${list}/${encodeURIComponent(key)}`

/** Where applicants are let into a sitting, for the router. */
export const doorPattern = `${staffPaths.sittings}/:id/door`
export const getDoorPath = (sitting: string) => `${getEntryPath(staffPaths.sittings, sitting)}/door`

export const getReconciledDayPath = (day: string) => `${staffPaths.reconciledDays}/days/${day}`

/** A page with such a query, such as a list with filters. */
export const addQuery = (path: string, query: Readonly<Record<string, string>>) =>
  `${path}?${Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')}`
