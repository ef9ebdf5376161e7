// Applicants whose form is written to some point, and who go on from there.
import { randomUUID } from 'node:crypto'
import type { Answers } from '#shared/application/sections.ts'
import type { ProductWithDatabase } from '../browser/product-with-database.ts'
import { createCompleteAnswers } from '../fixtures/answers.ts'
import { createReadyApplicant, insertFileRow, type TestApplicant } from '../fixtures/applicants.ts'

/** Everything is filled, but for what is changed, and nothing submitted. */
export async function createApplicantWithDraft(
  product: ProductWithDatabase,
  changed: Partial<Answers> = {},
): Promise<TestApplicant> {
  const applicant = await createReadyApplicant(product)
  const document = {
    ...createCompleteAnswers(`/api/v1/files/${await insertFileRow(product, applicant.id)}`),
    ...changed,
  }
  return save(product, applicant, document)
}

/** The same, but the files that the answers name are nobody's. */
export async function createApplicantWithMissingFiles(product: ProductWithDatabase): Promise<TestApplicant> {
  return save(product, await createReadyApplicant(product), createCompleteAnswers(`/api/v1/files/${randomUUID()}`))
}

async function save(product: ProductWithDatabase, applicant: TestApplicant, document: Partial<Answers>) {
  const { token } = applicant
  const saved = await product.call('PUT', '/applications/draft', { token, body: { document, revision: 0 } })
  if (saved.status !== 200) throw new Error(`The draft was refused: ${JSON.stringify(saved.body)}`)
  return applicant
}
