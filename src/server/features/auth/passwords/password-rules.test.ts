import { beforeAll, expect, test } from 'vitest'
import { hashPassword } from '#server/platform/encryption/password-hashing.ts'
import { isCommonPassword } from './common-passwords.ts'
import { findPasswordProblem, type PasswordOwner } from './password-rules.ts'

let owner: PasswordOwner
beforeAll(async () => {
  owner = {
    audience: 'applicants',
    userId: 'RE24-00012',
    email: 'funmi.oladipo77@example.org',
    names: ['Oládípò', 'Funmi', 'Funmilayo', 'Adé-Bola'],
    affiliations: ['Example Institute of Technology', 'EIT', 'Technology', 'Computer Science', 'Lecturer II'],
    initialPasswordHash: await hashPassword('k7wd-3mqa-x9fe'),
  }
})

const name = 'Do not use your name as the password.'
const post = 'Do not use your institution or post as the password.'
const refused: [string, string][] = [
  ['RE24-00012', 'Do not use your user ID as the password.'],
  ['my re2400012!', 'Do not use your user ID as the password.'],
  ['funmi.oladipo77@example.org', 'Do not use your email as the password.'],
  ['Funmi.Oladipo', 'Do not use your email as the password.'],
  ['oladipo1990', name],
  ['OLÁDÍPÒ Funmilayo', name],
  ['AdeBola#2024', name],
  ['Funmilayo1990', name],
  ['Password1', 'This password is too common and would be guessed. Choose another one.'],
  ['iloveyou', 'This password is too common and would be guessed. Choose another one.'],
  ['12345678', 'This password is too common and would be guessed. Choose another one.'],
  ['k7wd-3mqa-x9fe', 'Choose another password than the one you were given.'],
]

test.each(refused)('the password "%s" is refused: %s', async (password, sentence) => {
  expect(await findPasswordProblem(password, owner)).toBe(sentence)
})

test.each([
  'EIT-2024!',
  'Example Institute of Technology',
  'ComputerScience1',
  'LecturerII2024',
  'recruitment2024',
  'Lecturer Oladipo',
])('V6.2.11 the password "%s" is made of words of the institution or the post, and refused', async (password) => {
  expect(await findPasswordProblem(password, owner)).toBe(post)
})

test('V6.2.4 the 3,000 most common passwords of eight characters are refused, in any case', async () => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const common = dictionary['passwords-common'].filter(({ length }) => length >= 8).slice(0, 3_000)
  const accepted: string[] = []
  for (const password of common) {
    if (!(await isCommonPassword(password)) || !(await isCommonPassword(password.toUpperCase())))
      accepted.push(password)
  }
  expect(common).toHaveLength(3_000)
  expect(accepted).toEqual([])
})

test.each([
  'Welcome-2024!',
  'yams yams yams ',
  'gari and egusi on Sundays',
  'oladipo likes yams',
  '8293-5710-4462',
  '!!!!????####',
])('V6.2.5 the password "%s" may be used', async (password) => {
  expect(await findPasswordProblem(password, owner)).toBeNull()
})
