// What a journey asks of the simulators, over their own addresses (src/simulators/README.md).
import { expect } from '@playwright/test'
import type { ProductAddresses } from '../browser/product.ts'
import { askSimulator } from './simulator.ts'

export interface Letter {
  subject: string
  text: string
  html: string
}

/** Pays as at the counter of a bank branch. */
export const payAtBank = ({ remita }: ProductAddresses, rrr: string) => askSimulator(remita, 'pay', { rrr })

/** The newest mail to this address with such a subject, as soon as it is delivered. */
export async function letterTo({ mailbox }: ProductAddresses, address: string, subject: RegExp): Promise<Letter> {
  let found: Letter | undefined
  const look = async () => {
    const mails = (await (await fetch(`${mailbox}/messages?to=${encodeURIComponent(address)}`)).json()) as Letter[]
    found = mails.findLast((mail) => subject.test(mail.subject))
    return found
  }
  await expect.poll(look, { message: `a mail to ${address} about ${subject}` }).toBeTruthy()
  return found as Letter
}
