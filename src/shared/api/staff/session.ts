import { z } from 'zod'
import { exerciseYear } from '#shared/lists/exercise-year.ts'
import { type Permission, permissionNames, staffRoleNames } from '#shared/roles/permissions.ts'
import { presentedGrant } from '#shared/roles/presented-grant.ts'
import { signInMethods, staffLinkKinds } from '#shared/staff/sign-in.ts'
import { maxStaffName, maxTypedCode } from '#shared/staff/text-limits.ts'
import { formulaMessage, isNoFormula } from '../../format/personal-data.ts'
import { maxEmailLength } from '../../policy/correctable-facts.ts'
import { normalizePassword } from '../../policy/password.ts'
import { staffPasswordLength } from '../../staff/password.ts'
import { emptyData, envelope, isoDateTime } from '../contract.ts'
import type { StaffContract } from './contract.ts'
import { staffLimits } from './limits.ts'
import { newPasskeyAnswer, passkeyAnswer, passkeyCreationOptions, passkeyRequestOptions } from './passkeys.ts'

const emailAddress = z
  .string('Enter your email address.')
  .trim()
  .min(3, 'Enter your email address.')
  .max(maxEmailLength)
export const typedPassword = z
  .string('Enter your password.')
  .min(1, 'Enter your password.')
  .max(2_000)
  .transform(normalizePassword)
export const newPassword = z
  .string('Choose a password.')
  .max(2_000)
  .transform(normalizePassword)
  .refine(
    (password) => [...password].length >= staffPasswordLength.min,
    `The password needs at least ${staffPasswordLength.min} characters.`,
  )
  .refine(
    (password) => [...password].length <= staffPasswordLength.max,
    `The password can have ${staffPasswordLength.max} characters at most.`,
  )

/** Spaces and dashes are what people copy along. */
const typedCode = z
  .string('Enter the code.')
  .max(maxTypedCode)
  .transform((typed) => typed.replace(/[\s-]/g, '').toLowerCase())
  .pipe(z.string().min(6, 'Enter the whole code.'))
const attemptToken = z.string().min(1).max(200)
const linkCode = z.string('The link is incomplete.').min(20, 'The link is incomplete.').max(200)

/** A role and where it counts; without exercise, school or department it counts everywhere. */
export const roleGrant = z.strictObject({
  role: z.enum(staffRoleNames, 'Choose a role.'),
  exercise: exerciseYear.nullish().describe('The year.'),
  school: z.string().trim().min(1).max(200).nullish(),
  department: z.string().trim().min(1).max(200).nullish(),
})
export type RoleGrantInput = z.output<typeof roleGrant>

const me = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  roles: z.array(presentedGrant),
  permissions: z.array(z.enum(permissionNames as [Permission, ...Permission[]])),
  exercises: z
    .array(z.object({ year: z.number().int(), title: z.string(), isCurrent: z.boolean(), isArchived: z.boolean() }))
    .describe('Those in which a role counts, newest first.'),
  waiting: z
    .array(z.object({ roles: z.array(presentedGrant), proposedBy: z.string() }))
    .describe('Roles that another administrator than the one who proposed them must approve.'),
  freshUntil: isoDateTime.nullable(),
})
export type StaffMe = z.infer<typeof me>

export const staffSessionContracts = {
  signIn: {
    area: 'Staff session',
    access: 'public',
    scope: 'own account',
    limits: staffLimits.signIn,
    summary: 'The first step of signing in; the second takes a code. Every refusal is answered alike',
    body: z.strictObject({ email: emailAddress, password: typedPassword }),
    reply: envelope(
      z.object({
        step: z.literal('second'),
        methods: z.array(z.enum(signInMethods)),
        attempt: z.string().describe('For the second step, within five minutes.'),
      }),
    ),
  },
  signInSecond: {
    area: 'Staff session',
    access: 'public',
    scope: 'own account',
    limits: staffLimits.signIn,
    summary: 'The second step: a code of the authenticator app, a recovery code or a passkey. Sets the session cookie',
    body: z.union([
      z.strictObject({ attempt: attemptToken, code: typedCode }),
      z.strictObject({ attempt: attemptToken, passkey: passkeyAnswer }),
    ]),
    reply: envelope(z.object({ me })),
  },
  preparePasskeySignIn: {
    area: 'Staff session',
    access: 'public',
    scope: 'own account',
    limits: staffLimits.signIn,
    summary:
      'Options for using a passkey: to sign in, as the second step of an attempt, or, with a session, for signing in again in it. They name nobody',
    body: z.strictObject({ attempt: attemptToken.optional() }).optional(),
    reply: envelope(passkeyRequestOptions),
  },
  signInWithPasskey: {
    area: 'Staff session',
    access: 'public',
    scope: 'own account',
    limits: staffLimits.signIn,
    summary: 'Sign in with a passkey alone. Sets the session cookie. Every refusal is answered alike',
    body: z.strictObject({ response: passkeyAnswer }),
    reply: envelope(z.object({ me })),
  },
  signInFresh: {
    area: 'Staff session',
    access: 'staff',
    scope: 'own account',
    limits: staffLimits.rareChanges,
    summary: 'Enter a code or use a passkey again; sensitive actions are open for five minutes',
    body: z.union([z.strictObject({ code: typedCode }), z.strictObject({ passkey: passkeyAnswer })]),
    reply: envelope(z.object({ freshUntil: isoDateTime })),
  },
  recoverSignIn: {
    area: 'Staff session',
    access: 'public',
    scope: 'own account',
    limits: staffLimits.signIn,
    summary:
      'Without password or passkey: a recovery code brings an email with a link to set up the sign-in again. Every refusal is answered alike',
    body: z.strictObject({ email: emailAddress, code: typedCode }),
    reply: envelope(emptyData),
  },
  signOut: {
    area: 'Staff session',
    access: 'staff',
    scope: 'own account',
    limits: staffLimits.rareChanges,
    summary: 'End this session',
    reply: envelope(emptyData),
  },
  staffSession: {
    area: 'Staff session',
    access: 'public',
    scope: 'own account',
    limits: staffLimits.signIn,
    summary: 'As `/staff/me`; null, and no error, while nobody is signed in',
    reply: envelope(z.object({ me: me.nullable() })),
  },
  staffMe: {
    area: 'Staff session',
    access: 'staff',
    scope: 'own account',
    limits: staffLimits.reads,
    summary: 'Who is signed in, and what the roles allow',
    reply: envelope(z.object({ me })),
  },
  openInvitation: {
    area: 'Staff session',
    access: 'public',
    scope: 'own account',
    limits: staffLimits.signIn,
    summary: 'Whose invitation a link is, and the secret for the authenticator app; the same until it is accepted',
    body: z.strictObject({ code: linkCode }),
    reply: envelope(
      z.object({
        kind: z.enum(staffLinkKinds),
        email: z.string(),
        name: z.string(),
        totpSecret: z.string().describe('Base32; SHA-1, 6 digits, 30 seconds.'),
        totpUri: z.string().describe('For the QR code.'),
      }),
    ),
  },
  prepareInvitationPasskey: {
    area: 'Staff session',
    access: 'public',
    scope: 'own account',
    limits: staffLimits.signIn,
    summary: 'Options for making the passkey with which an invitation is accepted',
    body: z.strictObject({ code: linkCode }),
    reply: envelope(passkeyCreationOptions),
  },
  acceptInvitation: {
    area: 'Staff session',
    access: 'public',
    scope: 'own account',
    limits: staffLimits.signIn,
    summary: 'Accept an invitation with a password and the first code, or with a passkey; starts no session',
    body: z.union([
      z.strictObject({ code: linkCode, password: newPassword, totpCode: typedCode }),
      z.strictObject({ code: linkCode, passkey: newPasskeyAnswer }),
    ]),
    reply: envelope(z.object({ recoveryCodes: z.array(z.string()).describe('Shown once; each works once.') })),
  },
  invite: {
    area: 'Staff',
    access: 'staff:staff:manage',
    scope: 'person',
    fresh: true,
    limits: staffLimits.rareChanges,
    summary: 'Invite somebody by email; roles that decide, approve or reveal wait for a second administrator',
    body: z.strictObject({
      email: z.email('This is not an email address.').trim().toLowerCase().max(maxEmailLength),
      name: z.string().trim().min(1, 'Enter the name.').max(maxStaffName).regex(isNoFormula, formulaMessage),
      roles: z.array(roleGrant).min(1, 'Choose a role.').max(30),
    }),
    reply: envelope(z.object({ id: z.string(), proposal: z.string().nullable() })),
    replyStatus: 201,
  },
} as const satisfies Record<string, StaffContract>
