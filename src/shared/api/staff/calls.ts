// Every call of the staff's API by name. Apart from the applicants' calls, which are a part of their first page.
import { apiBase, type Method } from '../calls.ts'

export const staffCalls = {
  signIn: 'POST /staff/session',
  signInSecond: 'POST /staff/session/second',
  signInFresh: 'POST /staff/session/fresh',
  signOut: 'DELETE /staff/session',
  staffMe: 'GET /staff/me',
  openInvitation: 'POST /staff/invitations/open',
  acceptInvitation: 'POST /staff/invitations/accept',
  invite: 'POST /staff/invitations',
  staffApplicants: 'GET /staff/applicants',
  staffApplicant: 'GET /staff/applicants/:userId',
  correctApplicant: 'PATCH /staff/applicants/:userId',
  decideCorrection: 'POST /staff/corrections/:id',
  resetApplicantPassword: 'POST /staff/applicants/:userId/password-reset',
  printPasswordSlip: 'POST /staff/applicants/:userId/password-slip',
  holdApplicant: 'POST /staff/applicants/:userId/hold',
  releaseApplicant: 'POST /staff/applicants/:userId/release',
  endApplicantSession: 'DELETE /staff/applicants/:userId/sessions/:id',
  staffFile: 'GET /staff/files/:id',
  staffApplications: 'GET /staff/applications',
  staffApplication: 'GET /staff/applications/:number',
  reviewApplication: 'POST /staff/applications/:number/reviews',
  decideApplication: 'POST /staff/applications/:number/decision',
  addApplicationNote: 'POST /staff/applications/:number/notes',
  recuse: 'POST /staff/applications/:number/recusals',
  endRecusal: 'DELETE /staff/applications/:number/recusals/:id',
  renewViewing: 'PUT /staff/applications/:number/viewers/me',
  endViewing: 'DELETE /staff/applications/:number/viewers/me',
  nextReview: 'GET /staff/review/next',
  assignableStaff: 'GET /staff/reviewers',
  assignApplications: 'POST /staff/assignments',
  staffComplaints: 'GET /staff/complaints',
  complaintAssignees: 'GET /staff/complaints/assignees',
  staffComplaint: 'GET /staff/complaints/:number',
  answerComplaint: 'POST /staff/complaints/:number/messages',
  staffExercises: 'GET /staff/exercises',
  staffExercise: 'GET /staff/exercises/:year',
  staffPosts: 'GET /staff/exercises/:year/posts',
  changeExercise: 'PUT /staff/exercises/:year',
  previewExercise: 'POST /staff/exercises/:year/preview',
  prepareExercise: 'POST /staff/exercises',
  decideExerciseChange: 'POST /staff/exercise-changes/:id',
  changeComplaint: 'PATCH /staff/complaints/:number',
  resendEmail: 'POST /staff/applicants/:userId/emails/:id/resend',
  staffEmails: 'GET /staff/emails',
  staffAudit: 'GET /staff/audit',
  staffAuditFile: 'GET /staff/audit.csv',
  staffPeople: 'GET /staff/people',
  staffPerson: 'GET /staff/people/:id',
  endPersonSession: 'DELETE /staff/people/:id/sessions/:session',
  changePerson: 'PATCH /staff/people/:id',
  sendStaffResetLink: 'POST /staff/people/:id/reset-link',
  decideProposal: 'POST /staff/proposals/:id',
  revealNin: 'POST /staff/applicants/:userId/nin-reveal',
  staffImports: 'GET /staff/imports',
  uploadImport: 'POST /staff/imports',
  staffImport: 'GET /staff/imports/:id',
  importErrors: 'GET /staff/imports/:id/errors.csv',
  applyImport: 'POST /staff/imports/:id/apply',
  discardImport: 'DELETE /staff/imports/:id',
  createSelection: 'POST /staff/selections',
  staffSelection: 'GET /staff/selections/:id',
  staffViews: 'GET /staff/views',
  saveView: 'PUT /staff/views',
  deleteView: 'DELETE /staff/views/:id',
  makeExport: 'POST /staff/exports',
  staffExports: 'GET /staff/exports',
  staffExport: 'GET /staff/exports/:id',
  exportContent: 'GET /staff/exports/:id/content',
  cancelExport: 'DELETE /staff/exports/:id',
  staffPublications: 'GET /staff/publications',
  makePublication: 'POST /staff/publications',
  staffPublication: 'GET /staff/publications/:id',
  changePublication: 'PATCH /staff/publications/:id',
  proposePublication: 'POST /staff/publications/:id/propose',
  approvePublication: 'POST /staff/publications/:id/approve',
  returnPublication: 'POST /staff/publications/:id/return',
  publicationItems: 'GET /staff/publications/:id/items',
  publicationEmail: 'GET /staff/publications/:id/items/:number/email',
} as const

export type StaffCallName = keyof typeof staffCalls

/** Method and path below the API's base. */
export function getStaffCall(name: StaffCallName): { method: Method; path: string } {
  const [method, path] = staffCalls[name].split(' ')
  return { method: method as Method, path: path ?? '' }
}

/** The path of an applicant's file for staff. */
export const getStaffFileUrl = (id: string): string => `${apiBase}/staff/files/${id}`

/** Sent with every call that changes something: other origins cannot add it without being asked. */
export const staffHeader = { name: 'x-staff', value: '1' } as const
