// Creates applicants whose form is filled in and not submitted.
import { randomUUID } from 'node:crypto'
import type { Answers } from '#shared/application/sections.ts'
import { createCompleteAnswers } from '../fixtures/answers.ts'
import { createReadyApplicant, insertFileRow, type TestApplicant } from '../fixtures/applicants.ts'
import type { ProductWithDatabase } from './product-with-database.ts'

/** @param change returns answers that replace those of the complete form */
export async function createApplicantWithDraft(
  product: ProductWithDatabase,
  change: (complete: Answers) => Partial<Answers> = () => ({}),
): Promise<TestApplicant> {
  const applicant = await createReadyApplicant(product)
  const complete = createCompleteAnswers(`/api/v1/files/${await insertFileRow(product, applicant.id)}`)
  return saveDraft(product, applicant, { ...complete, ...change(complete) })
}

/** The answers refer to files that do not exist. */
export async function createApplicantWithMissingFiles(product: ProductWithDatabase): Promise<TestApplicant> {
  return saveDraft(product, await createReadyApplicant(product), createCompleteAnswers(`/api/v1/files/${randomUUID()}`))
}

async function saveDraft(product: ProductWithDatabase, applicant: TestApplicant, document: Partial<Answers>) {
  const { token } = applicant
  const saved = await product.call('PUT', '/applications/draft', { token, body: { document, revision: 0 } })
  if (saved.status !== 200) throw new Error(`The draft was refused: ${JSON.stringify(saved.body)}`)
  return applicant
}
