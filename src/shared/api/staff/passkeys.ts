// Passkeys of the staff. Options and answers have the names and the encoding of WebAuthn's JSON, so that a browser's library
// takes and gives them as they are.
import { z } from 'zod'
import { describeMaxLength, maxShortName } from '#shared/staff/text-limits.ts'
import { emptyData, envelope, isoDateTime } from '../contract.ts'
import type { StaffContract } from './contract.ts'
import { staffLimits } from './limits.ts'
import { byId } from './requests.ts'

/** How many passkeys a person can have. */
export const maxPasskeys = 10
/** How long a challenge is good, and how long a browser waits for the person. */
export const passkeyTimeoutMs = 5 * 60_000

const base64Url = (maxCharacters: number) =>
  z
    .string()
    .min(1)
    .max(maxCharacters)
    .regex(/^[\w-]+$/, 'This is not base64url.')
/** A credential id has 1,023 bytes at most. */
const credentialId = base64Url(1_364)
const transports = z.array(z.string().max(30)).max(10)

/** What a passkey answers to a challenge. Browsers send more; it is not read. */
export const passkeyAnswer = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64Url(4_000),
    authenticatorData: base64Url(4_000),
    signature: base64Url(4_000),
    userHandle: base64Url(100).nullish(),
  }),
})
export type PasskeyAnswer = z.output<typeof passkeyAnswer>

/** What an authenticator answers when it has made a passkey. Browsers send more; it is not read. */
export const newPasskeyAnswer = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64Url(4_000),
    attestationObject: base64Url(8_000),
    transports: transports.optional(),
  }),
})
export type NewPasskeyAnswer = z.output<typeof newPasskeyAnswer>

const descriptor = z.object({ id: z.string(), type: z.literal('public-key'), transports })

/** For `navigator.credentials.get()`. */
export const passkeyRequestOptions = z.object({
  challenge: z.string().describe('For one answer, within five minutes.'),
  rpId: z.string().describe('The host of the staff pages.'),
  timeout: z.number().describe('Milliseconds.'),
  userVerification: z.literal('required'),
  allowCredentials: z.array(descriptor).describe('Empty: the passkey says whose it is.'),
})
export type PasskeyRequestOptions = z.infer<typeof passkeyRequestOptions>

/** For `navigator.credentials.create()`. */
export const passkeyCreationOptions = z.object({
  challenge: z.string().describe('For one answer, within five minutes.'),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  timeout: z.number().describe('Milliseconds.'),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})
export type PasskeyCreationOptions = z.infer<typeof passkeyCreationOptions>

const name = z.string('Enter a name.').trim().min(1, 'Enter a name.').max(maxShortName, describeMaxLength(maxShortName))

const passkey = z.object({
  id: z.string(),
  name: z.string(),
  addedAt: isoDateTime,
  lastUsedAt: isoDateTime.nullable(),
  isBackedUp: z.boolean().describe('Its maker copies it to other devices of the person.'),
})
export type Passkey = z.infer<typeof passkey>

export const staffPasskeyContracts = {
  staffPasskeys: {
    area: 'Staff: passkeys',
    access: 'staff',
    scope: 'own account',
    limits: staffLimits.reads,
    summary: 'The own passkeys, oldest first',
    reply: envelope(
      z.object({
        passkeys: z.array(passkey),
        hasPassword: z
          .boolean()
          .describe('With an authenticator app; without them the last passkey cannot be removed.'),
      }),
    ),
  },
  prepareNewPasskey: {
    area: 'Staff: passkeys',
    access: 'staff',
    scope: 'own account',
    fresh: true,
    limits: staffLimits.rareChanges,
    summary: 'Options for making a passkey in this session',
    body: z.strictObject({}).optional(),
    reply: envelope(passkeyCreationOptions),
  },
  addPasskey: {
    area: 'Staff: passkeys',
    access: 'staff',
    scope: 'own account',
    limits: staffLimits.rareChanges,
    summary: 'Add the passkey that was made with the options; the other sessions of the person end',
    body: z.strictObject({
      name: name.optional().describe('Browser and system without one.'),
      response: newPasskeyAnswer,
    }),
    reply: envelope(passkey),
    replyStatus: 201,
  },
  renamePasskey: {
    area: 'Staff: passkeys',
    access: 'staff',
    scope: 'own account',
    limits: staffLimits.rareChanges,
    summary: 'Give an own passkey another name',
    params: byId,
    body: z.strictObject({ name }),
    reply: envelope(passkey),
  },
  removePasskey: {
    area: 'Staff: passkeys',
    access: 'staff',
    scope: 'own account',
    fresh: true,
    limits: staffLimits.rareChanges,
    summary: 'Remove an own passkey; the last way to sign in stays. The other sessions of the person end',
    params: byId,
    reply: envelope(emptyData),
  },
} as const satisfies Record<string, StaffContract>
