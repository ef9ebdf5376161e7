// Submitted applications for the journeys of reviewers. Each journey has a school of its own, so that its queue is its own.
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { accounts } from '#server/database/schema/accounts-and-sessions.ts'
import type { StaffRole } from '#shared/roles/permissions.ts'
import { createStaff } from '../api/staff.ts'
import { createCompleteAnswers } from '../fixtures/answers.ts'
import { type ApplicantFixtureOptions, createReadyApplicant, type TestApplicant } from '../fixtures/applicants.ts'
import { createPdfFile } from '../fixtures/documents.ts'
import { createPhonePhoto } from '../fixtures/sample-files.ts'

export interface SubmittedCase {
  number: string
  name: string
  applicant: TestApplicant
}

type Api = ApplicantFixtureOptions

export const createSchool = () => `School ${randomUUID().slice(0, 8)}`

/** In the order of their submission, with a certificate and a photo. */
export async function submitCases(api: Api, school: string, surnames: readonly string[]): Promise<SubmittedCase[]> {
  const cases: SubmittedCase[] = []
  for (const surname of surnames) {
    const applicant = await createReadyApplicant(api, { school, department: null, surname })
    const number = await submitForm(api, applicant)
    const [account] = await api.database.db.select().from(accounts).where(eq(accounts.id, applicant.id))
    cases.push({
      number,
      name: [account?.surname, account?.firstName, account?.middleName].join(' '),
      applicant,
    })
  }
  return cases
}

/** Fills in and submits the form, with a certificate and a photo. Returns the application number. */
export async function submitForm(api: Pick<Api, 'call'>, { token }: Pick<TestApplicant, 'token'>): Promise<string> {
  const certificate = await upload(api, token, await createPdfFile('Doctor of Philosophy'), 'degree.pdf')
  const { buffer } = await createPhonePhoto('photo.jpg')
  const passport = await upload(api, token, buffer, 'photo.jpg')
  await api.call('PATCH', '/users/photo', { token, body: { passport } })
  const { status, body } = await api.call('POST', '/applications/', {
    token,
    body: createCompleteAnswers(certificate),
  })
  if (status >= 300) throw new Error(`The submission was answered ${status}: ${JSON.stringify(body)}`)
  return body.data.applicationId
}

async function upload(api: Pick<Api, 'call'>, token: string, content: Buffer, name: string): Promise<string> {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(content)]), name)
  const { status, body: answer } = await api.call('POST', '/upload/file', { token, body })
  if (status !== 200) throw new Error(`The upload was answered ${status}.`)
  return answer.fileUrl
}

/** A reviewer of this school only, or somebody with another role. */
export const createReviewer = (
  api: Parameters<typeof createStaff>[0],
  school: string,
  name: string,
  role: StaffRole = 'reviewer',
) => createStaff(api, [role === 'reviewer' ? { role, school } : role], { name })
