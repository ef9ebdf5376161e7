// The attacks of the security review, by name.
import { apiBase } from '#shared/api/calls.ts'
import { createUploadCall } from '../cases.ts'
import type { Call } from '../load/connection.ts'
import { type BenchUser, password } from '../users.ts'
import type { AttackFiles } from './files.ts'

export interface Attack {
  what: string
  connections: number
  next(count: number): Call
  /** Uploads that stay open meanwhile. */
  trickle?: { tokens: string[]; path: string }
}

interface AttackTarget {
  users: BenchUser[]
  files: AttackFiles
}

export const loginName = `${apiBase}/users/login`

const pick = <T>(list: readonly T[], count: number): T => list[count % list.length] as T

const uploadAttack =
  (what: string, name: string, choose: (files: AttackFiles, count: number) => Buffer) =>
  ({ users, files }: AttackTarget): Attack => ({
    what,
    connections: 16,
    next: (count) => createUploadCall(pick(users, count).token, name, choose(files, count)),
  })

const callAttack =
  (what: string, connections: number, next: (count: number, users: BenchUser[]) => Call) =>
  ({ users }: AttackTarget): Attack => ({ what, connections, next: (count) => next(count, users) })

const post = (path: string, body: unknown): Call => ({
  method: 'POST',
  path: `${apiBase}${path}`,
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

const wrongLogin = (userId: string, typed: string) => post('/users/login', { userId, password: typed })

/** Texts that make regular expressions backtrack. */
const slowTexts = [
  `${'a@'.repeat(120)}`,
  `${'a.'.repeat(1_400)}@`,
  ' '.repeat(2_900),
  `${'\t\n'.repeat(1_400)}x`,
  `a${'\u0301'.repeat(2_800)}`,
]

const draft = (users: BenchUser[], count: number, body: string): Call => ({
  method: 'PUT',
  path: `${apiBase}/applications/draft`,
  token: pick(users, count).token,
  body,
})

const megabyte = 1_000_000
const deepJson = `{"revision":0,"document":${'['.repeat(megabyte / 2)}${']'.repeat(megabyte / 2 - 100)}}`
const wideJson = `{"revision":0,"document":{"publication":[${'{},'.repeat(megabyte / 3 - 100)}{}]}}`
const manyKeys = `{"revision":0,"document":{${Array.from({ length: 70_000 }, (_, n) => `"key${n}":1`).join(',')}}}`
const longText = JSON.stringify({ revision: 0, document: { hobby: '\u{FDFA}'.repeat(megabyte / 4) } })

export const attacks = {
  tags: uploadAttack('F1, .docx with 49 MB of tags', 'cv.docx', ({ tags }) => tags),
  tagsBelowLimit: uploadAttack(
    'F1, .docx with tags just below 1 MiB',
    'cv.docx',
    ({ tagsBelowLimit }) => tagsBelowLimit,
  ),
  bomb: uploadAttack('F1, .docx that unpacks to 60 MiB', 'cv.docx', ({ bomb }) => bomb),
  names: uploadAttack('F2, .docx with names of 65 kB', 'cv.docx', ({ names }) => names),
  crafted: uploadAttack('F1 F2 F7, 300 crafted files', 'file.pdf', ({ crafted }, count) => pick(crafted, count)),
  slashes: callAttack('F3, paths of 15,000 slashes', 8, () => ({ method: 'GET', path: `${'/'.repeat(15_000)}x` })),
  paths: callAttack('F3, paths of 2,000 slashes', 8, () => ({ method: 'GET', path: `${'/'.repeat(2_000)}x` })),
  guesses: callAttack('F4, wrong passwords for all accounts', 32, (count, users) =>
    wrongLogin(pick(users, count).userId, `guess ${count}`),
  ),
  unknownUsers: callAttack('F4, wrong passwords for unknown accounts', 32, (count) =>
    wrongLogin(`RE24-${count}`, `guess ${count}`),
  ),
  resets: callAttack('F4, requests for reset emails', 16, (count, users) =>
    post('/users/forgot-password', { userId: pick(users, count).userId, email: `a${count}@example.org` }),
  ),
  contactForm: callAttack('F5, messages of the contact page to many recipients', 16, (count) =>
    post('/contact/create', { complain: 'Hello', fullname: 'A B', email: `a${count}@example.org`, userId: null }),
  ),
  passwordChanges: callAttack('F6, password changes of one account', 60, (_count, [user]) => ({
    ...post('/users/update-password', { password: 'another-horse-8', currentPassword: 'wrong-horse-7' }),
    method: 'PATCH',
    token: user?.token ?? '',
  })),
  logins: callAttack('F6, right logins of many accounts', 60, (count, users) =>
    wrongLogin(pick(users, count).userId, password),
  ),
  scans: uploadAttack('F7, JPEG of 40 million pixels in 99 scans', 'a.jpg', ({ scans }) => scans),
  scansBelowLimit: uploadAttack(
    'F7, JPEG of 16 million pixels in 39 scans',
    'a.jpg',
    ({ scansBelowLimit }) => scansBelowLimit,
  ),
  deepPng: uploadAttack('F7, interlaced PNG of 16 bits', 'a.png', ({ deepPng }) => deepPng),
  pngBelowLimit: uploadAttack(
    'F7, interlaced PNG of 15.6 million pixels',
    'a.png',
    ({ pngBelowLimit }) => pngBelowLimit,
  ),
  largeJpeg: uploadAttack('F7, progressive JPEG of 39.9 million pixels', 'a.jpg', ({ largeJpeg }) => largeJpeg),
  longPasswords: callAttack('F9, passwords that grow 18 times in NFKC', 32, (count) =>
    wrongLogin(`RE24-${count}`, '\u{FDFA}'.repeat(5_000)),
  ),
  ninFlood: callAttack('F10, look-ups of NINs', 16, (count, users) => ({
    ...post(`/services/nin-verify/${10_000_000_000 + count}`, { consent: true }),
    token: pick(users, count).token,
  })),
  trickle: ({ users }: AttackTarget): Attack => ({
    what: 'F12, 80 uploads that only announce their size',
    connections: 1,
    next: (count) => ({ method: 'GET', path: `${apiBase}/users/me`, token: pick(users, count).token }),
    trickle: { tokens: [...users, ...users].slice(0, 80).map(({ token }) => token), path: `${apiBase}/upload/file` },
  }),
  notifications: callAttack('F13, notifications of payments', 64, (count) =>
    post('/payments/remita-notification', [{ rrr: String(310_000_000_000 + (count % 50)), amount: 12_500 }]),
  ),
  longNotifications: callAttack('F13, notifications of 100 kB', 32, () =>
    post('/payments/remita-notification', `[${'{"rrr":"310000000000"},'.repeat(4_500)}{}]`),
  ),
  qrCodes: callAttack('F13, QR codes', 32, (count) => ({
    method: 'GET',
    path: `${apiBase}/slips/${String(count).padStart(12, '0')}/qr.svg`,
  })),
  slips: callAttack('F13, codes of slips', 32, (count) => ({
    method: 'GET',
    path: `${apiBase}/slips/${String(count).padStart(12, '0')}`,
  })),
  drafts: callAttack('F13, drafts of 6 kB', 32, (count, users) =>
    draft(users, count, JSON.stringify({ revision: 0, document: { hobby: 'x'.repeat(300) } })),
  ),
  deepJson: callAttack('JSON of 1 MB that nests 500,000 times', 8, (count, users) => draft(users, count, deepJson)),
  wideJson: callAttack('JSON of 1 MB with 333,000 entries', 8, (count, users) => draft(users, count, wideJson)),
  manyKeys: callAttack('JSON of 1 MB with 70,000 keys', 8, (count, users) => draft(users, count, manyKeys)),
  longText: callAttack('JSON of 1 MB with one text', 8, (count, users) => draft(users, count, longText)),
  slowTexts: callAttack('F2 F3, texts that backtrack, in the contact page', 16, (count) =>
    post('/contact/create', {
      complain: pick(slowTexts, count),
      fullname: pick(slowTexts, count + 1).slice(0, 254),
      email: pick(slowTexts, count + 2).slice(0, 254),
      userId: null,
    }),
  ),
  headers: callAttack('F3, headers of 14 kB', 16, (count) => ({
    method: 'GET',
    path: `${apiBase}/users/me`,
    headers: {
      [pick(['user-agent', 'cookie', 'authorization', 'x-forwarded-for', 'content-type', 'accept-encoding'], count)]:
        pick(['Bearer ', 'a=b; ', '1.2.3.4, ', ' ;charset=', '(((', 'Chrome/'], count).repeat(1_500),
    },
  })),
} satisfies Record<string, (target: AttackTarget) => Attack>

export type AttackName = keyof typeof attacks
