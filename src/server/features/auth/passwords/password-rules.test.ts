import { beforeAll, expect, test } from 'vitest'
import { hashPassword } from '#server/platform/encryption/password-hashing.ts'
import { findPasswordProblem, type PasswordOwner } from './password-rules.ts'

let owner: PasswordOwner
beforeAll(async () => {
  owner = {
    userId: 'RE24-00012',
    email: 'funmi.oladipo77@example.org',
    surname: 'Oládípò',
    firstName: 'Funmilayo',
    middleName: 'Adé-Bola',
    affiliations: ['Example Institute of Technology', 'EIT', 'Technology', 'Computer Science', 'Lecturer II'],
    initialPasswordHash: await hashPassword('k7wd-3mqa-x9fe'),
  }
})

const name = 'Do not use your name as the password.'
const refused: [string, string][] = [
  ['RE24-00012', 'Do not use your user ID as the password.'],
  ['my re2400012!', 'Do not use your user ID as the password.'],
  ['funmi.oladipo77@example.org', 'Do not use your email as the password.'],
  ['Funmi.Oladipo', 'Do not use your email as the password.'],
  ['oladipo1990', name],
  ['OLÁDÍPÒ Funmilayo', name],
  ['AdeBola#2024', name],
  ['Password1', 'This password is too common and would be guessed. Choose another one.'],
  ['iloveyou', 'This password is too common and would be guessed. Choose another one.'],
  ['12345678', 'This password is too common and would be guessed. Choose another one.'],
  ['k7wd-3mqa-x9fe', 'Choose another password than the one you were given.'],
]

test.each(refused)('the password "%s" is refused: %s', async (password, sentence) => {
  expect(await findPasswordProblem(password, owner)).toBe(sentence)
})

test.each(['Welcome-2024!', 'gari and egusi on Sundays', 'oladipo likes yams', '8293-5710-4462', '!!!!????####'])(
  'the password "%s" may be used',
  async (password) => {
    expect(await findPasswordProblem(password, owner)).toBeNull()
  },
)
