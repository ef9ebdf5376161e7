// The 10,000 most common passwords of @zxcvbn-ts/language-common (MIT), which lists the most frequent first.
import { passwordLength } from '#shared/policy/limits.ts'

const listLength = 10_000

let commonPasswords: Promise<ReadonlySet<string>> | undefined

/** Whether this is one of the 10,000 most common passwords that are long enough, in any case. */
export async function isCommonPassword(password: string): Promise<boolean> {
  // Loaded at the first password change, because most processes never need the list.
  commonPasswords ??= loadCommonPasswords()
  return (await commonPasswords).has(password.toLowerCase())
}

async function loadCommonPasswords() {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const longEnough = dictionary['passwords-common'].filter((password) => password.length >= passwordLength.min)
  return new Set(longEnough.slice(0, listLength))
}
