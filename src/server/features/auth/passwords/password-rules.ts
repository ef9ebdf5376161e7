// Which new passwords of applicants and staff are refused, besides the length that the contract checks.
import { verifyPassword } from '#server/platform/encryption/password-hashing.ts'
import type { LoginAudience } from '../login-throttle.ts'
import { isCommonPassword } from './common-passwords.ts'

export interface PasswordOwner {
  audience: LoginAudience
  /** Besides the email. */
  userId?: string
  email: string
  names: string[]
  /** Names of the institution, and of the post that an applicant applies for, or the roles that staff have. */
  affiliations: string[]
  initialPasswordHash?: string
}

/** What everybody who knows this portal would try first. */
const portalTerms = ['recruitment', 'portal', 'application', 'applicant', 'academic', 'staff', 'exercise']

/** Why this person may not use this password, as a sentence for the person; null when they may. */
export async function findPasswordProblem(password: string, owner: PasswordOwner): Promise<string | null> {
  const personalData = findPersonalData(password, owner)
  if (personalData) return `Do not use your ${personalData} as the password.`
  // The staff's passwords are longer, which a short one typed several times is not meant to be.
  if ((owner.audience === 'staff' && isRepetitive(password)) || (await isCommonPassword(password)))
    return 'This password is too common and would be guessed. Choose another one.'
  if (owner.initialPasswordHash && (await verifyPassword(password, owner.initialPasswordHash)))
    return 'Choose another password than the one you were given.'
  return null
}

/** One short text over and over. */
const isRepetitive = (password: string) => /^(.{1,8})\1+$/iu.test(password)

function findPersonalData(password: string, { audience, userId, email, affiliations, ...owner }: PasswordOwner) {
  const typed = normalize(password)
  if (userId && typed.includes(normalize(userId))) return 'user ID'
  const [mailbox = ''] = email.split('@')
  if (typed.includes(normalize(email)) || consistsOf(typed, [mailbox])) return 'email'
  const names = owner.names.flatMap(splitTerms)
  if (consistsOf(typed, names)) return 'name'
  const known = affiliations.flatMap(splitTerms).filter((word) => word.length > 1)
  if (!consistsOf(typed, [...known, ...portalTerms, ...names, mailbox])) return null
  return audience === 'staff' ? 'institution or role' : 'institution or post'
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
