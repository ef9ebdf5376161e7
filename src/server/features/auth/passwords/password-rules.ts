// Which new passwords are refused, beyond the length that the contract holds (decisions.md, "Accounts").
import { isCommonPassword } from './common-passwords.ts'
import { isPassword } from './hashing.ts'

export interface Owner {
  userId: string
  email: string
  surname: string
  firstName: string
  middleName: string
  initialPasswordHash: string
}

/** The sentence with which this password is refused for this account, or null when it may be used. */
export async function refusalOf(password: string, owner: Owner): Promise<string | null> {
  const own = ownData(password, owner)
  if (own) return `Do not use your ${own} as the password.`
  if (await isCommonPassword(password)) return 'This password is too common and would be guessed. Choose another one.'
  if (await isPassword(password, owner.initialPasswordHash))
    return 'Choose another password than the one you were given.'
  return null
}

function ownData(password: string, { userId, email, surname, firstName, middleName }: Owner) {
  const typed = lettersAndDigits(password)
  if (typed.includes(lettersAndDigits(userId))) return 'user ID'
  const [mailbox = ''] = email.split('@')
  if (typed.includes(lettersAndDigits(email)) || isMadeOf(typed, [mailbox])) return 'email'
  const names = [surname, firstName, middleName].flatMap((name) => name.split(/[^\p{L}\p{M}]+/u))
  return isMadeOf(typed, names) ? 'name' : null
}

/** Whether nothing but digits is left once the words are taken out: "Okonkwo2024", "adaeze.okonkwo". */
function isMadeOf(typed: string, words: string[]) {
  const bare = words.map((word) => lettersAndDigits(word).replace(/\d/g, '')).filter((word) => word !== '')
  const letters = typed.replace(/\d/g, '')
  if (letters === '') return false
  const longestFirst = [...new Set(bare)].sort((a, b) => b.length - a.length)
  return longestFirst.reduce((rest, word) => rest.replaceAll(word, ' '), letters).trim() === ''
}

/** Without case, accents and whatever stands between: Oládípò and oladipo are one name. */
const lettersAndDigits = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
