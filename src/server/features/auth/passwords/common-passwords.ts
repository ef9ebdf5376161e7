// The passwords that are tried first, most frequent first in @zxcvbn-ts/language-common (MIT).
import { passwordLength } from '#shared/policy/limits.ts'

const howMany = 10_000

let known: Promise<ReadonlySet<string>> | undefined

/** Whether this is one of the 10,000 most common passwords that are long enough, in whatever case. */
export async function isCommonPassword(password: string): Promise<boolean> {
  // Read at the first change of a password: most processes that import this never need it.
  known ??= load()
  return (await known).has(password.toLowerCase())
}

async function load() {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const longEnough = dictionary['passwords-common'].filter((password) => password.length >= passwordLength.min)
  return new Set(longEnough.slice(0, howMany))
}
