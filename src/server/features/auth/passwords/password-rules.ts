// Which new passwords are refused, besides the length that the contract checks (decisions.md, "Accounts").
import { verifyPassword } from '#server/platform/encryption/password-hashing.ts'
import { isCommonPassword } from './common-passwords.ts'

export interface PasswordOwner {
  userId: string
  email: string
  surname: string
  firstName: string
  middleName: string
  /** Names of the institution, and of the post that the account applies for. */
  affiliations: string[]
  initialPasswordHash: string
}

/** What everybody who knows this portal would try first. */
const portalTerms = ['recruitment', 'portal', 'application', 'applicant', 'academic', 'staff', 'exercise']

/** Why this account may not use this password, as a sentence for the applicant; null when it may. */
export async function findPasswordProblem(password: string, owner: PasswordOwner): Promise<string | null> {
  const personalData = findPersonalData(password, owner)
  if (personalData) return `Do not use your ${personalData} as the password.`
  if (await isCommonPassword(password)) return 'This password is too common and would be guessed. Choose another one.'
  if (await verifyPassword(password, owner.initialPasswordHash))
    return 'Choose another password than the one you were given.'
  return null
}

function findPersonalData(
  password: string,
  { userId, email, surname, firstName, middleName, affiliations }: PasswordOwner,
) {
  const typed = normalize(password)
  if (typed.includes(normalize(userId))) return 'user ID'
  const [mailbox = ''] = email.split('@')
  if (typed.includes(normalize(email)) || consistsOf(typed, [mailbox])) return 'email'
  const names = [surname, firstName, middleName].flatMap(splitTerms)
  if (consistsOf(typed, names)) return 'name'
  const known = affiliations.flatMap(splitTerms).filter((word) => word.length > 1)
  return consistsOf(typed, [...known, ...portalTerms, ...names, mailbox]) ? 'institution or post' : null
}

const splitTerms = (text: string) => text.split(/[^\p{L}\p{M}]+/u)

/** Whether only digits are left without these parts: "Okonkwo2024", "adaeze.okonkwo". */
function consistsOf(typed: string, parts: string[]) {
  const normalized = parts.map((part) => normalize(part).replace(/\d/g, '')).filter((part) => part !== '')
  const alphabetic = typed.replace(/\d/g, '')
  if (alphabetic === '') return false
  const byLength = [...new Set(normalized)].sort((a, b) => b.length - a.length)
  return byLength.reduce((rest, part) => rest.replaceAll(part, ' '), alphabetic).trim() === ''
}

/** Without case, accents and punctuation, so that Oládípò and oladipo are the same name. */
const normalize = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
