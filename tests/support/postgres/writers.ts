// Applicants whose form is written to some point, and who go on from there.
import { randomUUID } from 'node:crypto'
import type { Answers } from '#shared/application/sections.ts'
import type { StagedProduct } from '../browser/staged-product.ts'
import { aFileRow, aReadyApplicant, type TestApplicant } from '../fixtures/accounts.ts'
import { completeAnswers } from '../fixtures/answers.ts'

/** Everything is filled, but for what is changed, and nothing submitted. */
export async function aWriter(product: StagedProduct, changed: Partial<Answers> = {}): Promise<TestApplicant> {
  const applicant = await aReadyApplicant(product)
  const document = { ...completeAnswers(`/api/v1/files/${await aFileRow(product, applicant.id)}`), ...changed }
  return save(product, applicant, document)
}

/** The same, but the files that the answers name are nobody's. */
export async function aWriterWithoutFiles(product: StagedProduct): Promise<TestApplicant> {
  return save(product, await aReadyApplicant(product), completeAnswers(`/api/v1/files/${randomUUID()}`))
}

async function save(product: StagedProduct, applicant: TestApplicant, document: Partial<Answers>) {
  const { token } = applicant
  const saved = await product.call('PUT', '/applications/draft', { token, body: { document, revision: 0 } })
  if (saved.status !== 200) throw new Error(`The draft was refused: ${JSON.stringify(saved.body)}`)
  return applicant
}
