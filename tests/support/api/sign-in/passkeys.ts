import type { TestApi } from '../api.ts'
import type { TestStaff } from '../staff.ts'
import { type Deviation, makePasskey, type TestPasskey } from './authenticator.ts'

/** Adds a passkey to somebody with a fresh session. */
export async function addTestPasskey(
  api: Pick<TestApi, 'config'>,
  { call }: Pick<TestStaff, 'call'>,
  { name = 'Work laptop', ...more }: Deviation & { name?: string; counts?: boolean } = {},
): Promise<TestPasskey> {
  const options = await call('POST', '/staff/me/passkeys/options', { body: {} })
  const { passkey, response } = makePasskey(options.body.data, new URL(api.config.publicUrl).origin, more)
  const answer = await call('POST', '/staff/me/passkeys', { body: { name, response } })
  if (answer.status !== 201) throw new Error(`The passkey was not added: ${JSON.stringify(answer.body)}`)
  return passkey
}
