import { z } from 'zod'
import { applicantShape } from '#shared/application/applicant-schema.ts'
import { uuid } from '#shared/format/uuid.ts'
import { messages } from '#shared/messages/web-messages.ts'
import { findPasswordLengthError, normalizePassword } from '#shared/policy/password.ts'
import { emptyData, envelope, isoDateTime, nairaAmount } from '../contract.ts'
import type { ApplicantContract } from './contract.ts'
import { exerciseFactsSchema } from './exercise.ts'
import { limits } from './limits.ts'

/** The account as its owner sees it. */
export const userSchema = z.object({
  ...applicantShape,
  placeOfBirth: z.string(),
  nin: z.string().describe('Masked but for the last four digits; empty until verified.'),
  passChange: z.boolean().describe('The password must be changed.'),
  paymentstatus: z.boolean(),
  paymentStatus: z.boolean().describe('Always equal to paymentstatus.'),
  ninVerify: z.boolean(),
  amount: nairaAmount.describe('The fee.'),
  charge: nairaAmount,
  rrr: z.string().nullable().describe('The open RRR.'),
  examDate: z.string().nullable(),
  examTime: z.string().nullable(),
  examVenue: z.string().nullable(),
  ninPassportBase64: z.null().describe('Never sent: see ninPassport.'),
  ninPassport: z.string().nullable().describe("The register's photo."),
  passport: z.string().nullable().describe('The uploaded photo.'),
  exercise: exerciseFactsSchema.describe("The applicant's own exercise, which need not be the current one."),
})
export type User = z.infer<typeof userSchema>

/** Normalized once, here. An existing password may be as short as it is. */
const passwordSchema = z
  .string('Password is required.')
  .refine((typed) => findPasswordLengthError(typed) !== 'tooLong', messages.password.tooLong)
  .transform(normalizePassword)
const newPasswordSchema = z
  .string('Password is required.')
  .superRefine((typed, { addIssue }) => {
    const error = findPasswordLengthError(typed)
    if (error) addIssue({ code: 'custom', message: messages.password[error] })
  })
  .transform(normalizePassword)
const withToken = { token: z.string() }
const accountReference = {
  userId: z.string().trim().min(1, 'User ID is required.').max(64),
  email: z.string().trim().pipe(z.email('Enter a valid email.')),
}

const sessionSchema = z.object({
  id: z.string(),
  current: z.boolean(),
  startedAt: isoDateTime,
  lastSeenAt: isoDateTime,
  device: z.string().describe('Such as "Chrome on Android".'),
})

export const accountContracts = {
  login: {
    area: 'Accounts',
    access: 'public',
    limits: limits.login,
    summary: 'Log in with an issued account',
    body: z.object({
      userId: z.string('User ID is required.').max(64, 'User ID must be at most 64 characters long.'),
      password: passwordSchema,
    }),
    reply: envelope(userSchema, withToken),
  },
  logout: {
    area: 'Accounts',
    access: 'session',
    limits: limits.rareChanges,
    summary: 'End this session',
    reply: envelope(emptyData),
  },
  me: {
    area: 'Accounts',
    access: 'session',
    limits: limits.reads,
    summary: 'The account of this session',
    reply: envelope(userSchema),
  },
  updatePassword: {
    area: 'Accounts',
    access: 'session',
    limits: limits.passwordChange,
    summary: 'Change the password; every other session of the account ends',
    body: z.object({
      password: newPasswordSchema,
      currentPassword: passwordSchema.optional().describe('Required once the issued password was changed.'),
    }),
    reply: envelope(userSchema, withToken),
  },
  updatePasswordByCode: {
    area: 'Accounts',
    access: 'public',
    limits: limits.passwordReset,
    summary: 'Set a new password with the code of a reset email',
    body: z.object({
      ...accountReference,
      password: newPasswordSchema,
      code: z.string().max(200).optional(),
    }),
    reply: envelope(userSchema, withToken),
  },
  forgotPassword: {
    area: 'Accounts',
    access: 'public',
    limits: limits.passwordReset,
    summary: 'Send a reset email; the answer does not reveal whether the account exists',
    body: z.object(accountReference),
    reply: envelope(emptyData),
  },
  updatePhoto: {
    area: 'Accounts',
    access: 'applicant',
    limits: limits.photoChange,
    summary: 'Use an uploaded image as passport photo',
    body: z.object({ passport: z.string(messages.photo.none).min(1, messages.photo.none).max(300) }),
    reply: envelope(userSchema),
  },
  sessions: {
    area: 'Accounts',
    access: 'applicant',
    limits: limits.reads,
    summary: 'Own sessions',
    reply: envelope(z.array(sessionSchema)),
  },
  endSessions: {
    area: 'Accounts',
    access: 'applicant',
    limits: limits.rareChanges,
    summary: 'End one session by its id, or all but this one',
    query: z.object({ id: uuid().optional() }),
    reply: envelope(z.object({ ended: z.number().int() })),
  },
} as const satisfies Record<string, ApplicantContract>
