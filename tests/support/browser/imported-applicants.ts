// What applicants do whose accounts the registry has issued from a list: from the first email to the submitted form.
import { randomInt } from 'node:crypto'
import { logIn } from '../fixtures/applicants.ts'
import { askSimulator } from '../simulators/simulator.ts'
import { payAtBank, waitForMail } from '../simulators/simulator-controls.ts'
import type { ProductWithDatabase } from './product-with-database.ts'
import { submitForm } from './review-cases.ts'

interface ImportedApplicant {
  surname: string
  firstName: string
  email: string
  /** yyyy-MM-dd */
  dateOfBirth: string
  gender: 'm' | 'f'
}

export interface SubmittedApplicant {
  userId: string
  password: string
  number: string
}

const chosenPassword = 'four calm rivers'

/** By the calls that the pages make. */
export async function applyWithIssuedAccount(
  product: ProductWithDatabase,
  { surname, firstName, email, dateOfBirth, gender }: ImportedApplicant,
): Promise<SubmittedApplicant> {
  const { text } = await waitForMail(product, email, /^Your account/)
  const [, userId = ''] = /User ID: (\S+)/.exec(text) ?? []
  const [, initialPassword = ''] = /Initial password: (\S+)/.exec(text) ?? []
  const call = async (token: string, method: string, path: string, body?: unknown) => {
    const answer = await product.call(method, path, { token, ...(body !== undefined && { body }) })
    if (answer.status >= 300) throw new Error(`${path} was answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const first = await logIn(product, userId, initialPassword)
  const { token } = await call(first, 'PATCH', '/users/update-password', { password: chosenPassword })
  const { amount: fee, charge } = (await call(token, 'GET', '/users/me')).data
  const { RRR } = (await call(token, 'POST', '/payments/remita-generate', { amount: fee + charge })).data
  await payAtBank(product, RRR)
  await call(token, 'GET', `/payments/verify-remita?rrr=${RRR}`)
  const nin = String(randomInt(2e10, 9e10))
  await askSimulator(product.nin, 'persons', { nin, firstName, surName: surname, gender, dateOfBirth })
  await call(token, 'POST', `/services/nin-verify/${nin}`, { consent: true })
  return { userId, password: chosenPassword, number: await submitForm(product, { token }) }
}
