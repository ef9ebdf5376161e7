// Controls that journeys use on the simulators (src/simulators/README.md).
import { expect } from '@playwright/test'
import type { ProductAddresses } from '../browser/product.ts'
import { askSimulator } from './simulator.ts'

export interface DeliveredMail {
  subject: string
  text: string
  html: string
}

/** Pays like a bank branch. */
export const payAtBank = ({ remita }: ProductAddresses, rrr: string) => askSimulator(remita, 'pay', { rrr })

/** Waits for a mail to the address whose subject matches; returns the newest. */
export async function waitForMail(
  { mailbox }: ProductAddresses,
  address: string,
  subject: RegExp,
): Promise<DeliveredMail> {
  let found: DeliveredMail | undefined
  const findMail = async () => {
    const mails = (await (
      await fetch(`${mailbox}/messages?to=${encodeURIComponent(address)}`)
    ).json()) as DeliveredMail[]
    found = mails.findLast((mail) => subject.test(mail.subject))
    return found
  }
  await expect.poll(findMail, { message: `a mail to ${address} about ${subject}` }).toBeTruthy()
  return found as DeliveredMail
}
