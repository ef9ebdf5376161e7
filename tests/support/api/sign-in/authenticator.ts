// An authenticator in software, for tests over HTTP: it makes ES256 keys and signs with them as WebAuthn prescribes, or
// differently where a test asks for that.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type {
  NewPasskeyAnswer,
  PasskeyAnswer,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
} from '#shared/api/staff/passkeys.ts'

/** What an honest browser and authenticator would not do. */
export interface Deviation {
  origin?: string
  rpId?: string
  challenge?: string
  isVerified?: boolean
  counter?: number
  isInFrame?: boolean
  /** Null leaves it out. */
  userHandle?: string | null
  /** Signed with another key. */
  isForged?: boolean
  /** Signed in place of none: with the key of a certificate, or with the passkey's own. */
  attestation?: 'certificate' | 'own key'
  /** Beside the key, in its own format. */
  keyPadding?: number
}

export interface TestPasskey {
  id: string
  /** Answers options for using it; its counter goes up. */
  answer(options: PasskeyRequestOptions, deviation?: Deviation): PasskeyAnswer
}

interface Made {
  passkey: TestPasskey
  response: NewPasskeyAnswer
}

/** What stands before and after the public key in the certificate of a maker, which is valid until 2120. */
const certificateStart = Buffer.from(
  'oAMCAQICAQEwCgYIKoZIzj0EAwIwUDELMAkGA1UEBhMCTkcxDjAMBgNVBAoTBVRlc3RzMSIwIAYDVQQLExlBdXRoZW50aWNhdG9yIEF0dGVzdGF0aW9uMQ0wCwYDVQQDEwRUZXN0MCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjBQMQswCQYDVQQGEwJORzEOMAwGA1UEChMFVGVzdHMxIjAgBgNVBAsTGUF1dGhlbnRpY2F0b3IgQXR0ZXN0YXRpb24xDTALBgNVBAMTBFRlc3Q=',
  'base64',
)
const certificateEnd = Buffer.from('a30d300b30090603551d1304023000', 'hex')
const ecdsaWithSha256 = Buffer.from('300a06082a8648ce3d040302', 'hex')

const flags = { present: 1, verified: 4, attested: 64 }

/** Makes a passkey for these options, at the origin of the staff pages. `counts: false` sends 0 as its counter. */
export function makePasskey(
  { rp, user, challenge }: PasskeyCreationOptions,
  origin: string,
  { counts = true, ...deviation }: Deviation & { counts?: boolean } = {},
): Made {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  const authData = Buffer.concat([
    createAuthenticatorData(deviation.rpId ?? rp.id, flags.attested | getVerifiedFlag(deviation), counts ? 1 : 0),
    Buffer.alloc(16),
    Buffer.from([0, credentialId.length]),
    credentialId,
    encodePublicKey(publicKey, deviation.keyPadding),
  ])
  const clientDataJSON = encodeClientData('webauthn.create', challenge, { origin, ...deviation })
  const signed = Buffer.concat([authData, hash(Buffer.from(clientDataJSON, 'base64url'))])
  const maker = makeCertificate()
  const statements = {
    none: {},
    'own key': { alg: -7, sig: sign('sha256', signed, privateKey) },
    certificate: { alg: -7, sig: sign('sha256', signed, maker.privateKey), x5c: [maker.certificate] },
  }
  const statement = new Map<string, unknown>(Object.entries(statements[deviation.attestation ?? 'none']))
  const attestation = new Map<string, unknown>([
    ['fmt', deviation.attestation ? 'packed' : 'none'],
    ['attStmt', statement],
    ['authData', authData],
  ])
  let counter = counts ? 1 : 0
  const passkey: TestPasskey = {
    id,
    answer(options, more = {}) {
      counter = more.counter ?? (counts ? counter + 1 : 0)
      return answerWith({ id, privateKey, counter, userHandle: user.id }, options, { origin, ...more })
    },
  }
  const response = {
    clientDataJSON,
    attestationObject: encodeCbor(attestation).toString('base64url'),
    transports: ['internal'],
  }
  return { passkey, response: { id, rawId: id, type: 'public-key', response } }
}

interface Signer {
  id: string
  privateKey: KeyObject
  counter: number
  userHandle: string
}

function answerWith(signer: Signer, { challenge, rpId }: PasskeyRequestOptions, deviation: Deviation): PasskeyAnswer {
  const { id, counter, userHandle } = signer
  const data = createAuthenticatorData(deviation.rpId ?? rpId, getVerifiedFlag(deviation), counter)
  const clientDataJSON = encodeClientData('webauthn.get', challenge, deviation)
  const signed = Buffer.concat([data, hash(Buffer.from(clientDataJSON, 'base64url'))])
  const privateKey = deviation.isForged
    ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
    : signer.privateKey
  return {
    id,
    rawId: id,
    type: 'public-key',
    response: {
      clientDataJSON,
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', signed, privateKey).toString('base64url'),
      userHandle: deviation.userHandle === undefined ? userHandle : deviation.userHandle,
    },
  }
}

const hash = (data: Buffer | string) => createHash('sha256').update(data).digest()
const getVerifiedFlag = ({ isVerified = true }: Deviation) => (isVerified ? flags.verified : 0)

function createAuthenticatorData(rpId: string, moreFlags: number, counter: number): Buffer {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return Buffer.concat([hash(rpId), Buffer.from([flags.present | moreFlags]), count])
}

const encodeClientData = (type: string, challenge: string, { origin, isInFrame = false, ...more }: Deviation) =>
  Buffer.from(
    JSON.stringify({ type, challenge: more.challenge ?? challenge, origin, crossOrigin: isInFrame }),
  ).toString('base64url')

/** As makers give their authenticators one: signed by its own key. */
function makeCertificate(): { certificate: Buffer; privateKey: KeyObject } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = publicKey.export({ format: 'der', type: 'spki' })
  const content = encodeSequence(certificateStart, key, certificateEnd)
  const signature = sign('sha256', content, privateKey)
  const bits = Buffer.from([3, signature.length + 1, 0])
  return { certificate: encodeSequence(content, ecdsaWithSha256, bits, signature), privateKey }
}

/** In DER, of 256 bytes or more. */
function encodeSequence(...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([0x30, 0x82, content.length >> 8, content.length & 255]), content])
}

/** COSE: an EC2 key for ES256 on P-256. */
function encodePublicKey(key: KeyObject, padding = 0): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return encodeCbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
      ...(padding > 0 ? [[-70, Buffer.alloc(padding)] as const] : []),
    ]),
  )
}

/** Small numbers, texts, bytes, lists and maps in CBOR. */
function encodeCbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? encodeHead(1, -1 - value) : encodeHead(0, value)
  if (typeof value === 'string') return Buffer.concat([encodeHead(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([encodeHead(2, value.length), value])
  if (Array.isArray(value)) return Buffer.concat([encodeHead(4, value.length), ...value.map(encodeCbor)])
  if (value instanceof Map)
    return Buffer.concat([encodeHead(5, value.size), ...[...value].flat().map((part) => encodeCbor(part))])
  throw new Error('There is no CBOR for this here.')
}

function encodeHead(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size])
  if (size < 256) return Buffer.from([(major << 5) | 24, size])
  return Buffer.from([(major << 5) | 25, size >> 8, size & 255])
}
