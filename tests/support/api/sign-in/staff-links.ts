import { expect } from 'vitest'
import type { TestApi } from '../api.ts'

/** The code of the link in the newest email to this address; waits until one with the subject is there. */
export async function readLinkCode(
  { mailbox }: Pick<TestApi, 'mailbox'>,
  email: string,
  subject = '',
): Promise<string> {
  const find = () => {
    const message = mailbox.messages(email).findLast((one) => one.subject.includes(subject))
    return /invitation\?code=([\w-]+)/.exec(message?.text ?? '')?.[1]
  }
  await expect.poll(find).toBeTruthy()
  return find() ?? ''
}
