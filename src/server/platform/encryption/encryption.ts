// Encrypts values that must not be readable in the database or its backups: AES-256-GCM, prefixed with the key's id.
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

export interface Encryption {
  encrypt(text: string): Buffer
  /** @throws Error when the value was encrypted with an unknown key or has been changed */
  decrypt(encrypted: Uint8Array): string
  /** The same for the same text and key: allows a unique index on an encrypted value. */
  fingerprint(text: string): Buffer
}

/** The current secret, then those that it replaced. */
export type Secrets = readonly [Uint8Array, ...Uint8Array[]]

const ivLength = 12
const tagLength = 16
const idLength = 4

/**
 * @param secrets 32 bytes each; all keys are derived from them. The first encrypts; the others only decrypt what they
 *   encrypted before `rotate-keys` was run.
 */
export function createEncryption([secret, ...replacedSecrets]: Secrets): Encryption {
  const current = deriveKey(secret)
  const keys = [current, ...replacedSecrets.map(deriveKey)]
  const fingerprintKey = deriveSecretKey(secret, 'fingerprint')

  return {
    encrypt(text) {
      const iv = randomBytes(ivLength)
      const cipher = createCipheriv('aes-256-gcm', current.key, iv)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([current.id, iv, cipher.getAuthTag(), body])
    },
    decrypt(encrypted) {
      const bytes = Buffer.from(encrypted)
      const used = keys.find(({ id }) => id.equals(bytes.subarray(0, idLength)))
      if (!used) throw new Error('This value was encrypted with an unknown key.')
      const iv = bytes.subarray(idLength, idLength + ivLength)
      const tag = bytes.subarray(idLength + ivLength, idLength + ivLength + tagLength)
      const decipher = createDecipheriv('aes-256-gcm', used.key, iv, { authTagLength: tagLength })
      decipher.setAuthTag(tag)
      return Buffer.concat([
        decipher.update(bytes.subarray(idLength + ivLength + tagLength)),
        decipher.final(),
      ]).toString('utf8')
    },
    fingerprint: (text) => createHmac('sha256', fingerprintKey).update(text).digest(),
  }
}

export interface Signer {
  sign(text: string): string
  /** Also accepts what a replaced secret has signed. */
  isSigned(text: string, signature: string): boolean
}

/** Signs values that leave the server and come back, such as cookies. @param purpose of the key, which signs nothing else */
export function createSigner(secrets: Secrets, purpose: string): Signer {
  const [secret, ...replacedSecrets] = secrets
  const currentKey = deriveSecretKey(secret, purpose)
  const keys = [currentKey, ...replacedSecrets.map((replaced) => deriveSecretKey(replaced, purpose))]
  const computeMac = (text: string, key: KeyObject) => createHmac('sha256', key).update(text).digest()
  return {
    sign: (text) => computeMac(text, currentKey).toString('base64url'),
    isSigned(text, signature) {
      const given = Buffer.from(signature, 'base64url')
      return keys.some((key) => {
        const expected = computeMac(text, key)
        return given.length === expected.length && timingSafeEqual(given, expected)
      })
    },
  }
}

// The purposes are part of the keys: existing values depend on them.
const deriveKey = (secret: Uint8Array) => ({
  id: deriveBytes(secret, 'key id').subarray(0, idLength),
  key: deriveSecretKey(secret, 'seal'),
})

/** Imported once: importing the bytes at each use takes longer than decrypting a NIN or computing a MAC. */
const deriveSecretKey = (secret: Uint8Array, purpose: string): KeyObject =>
  createSecretKey(deriveBytes(secret, purpose))

const deriveBytes = (secret: Uint8Array, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, new Uint8Array(), `recruitment-portal ${purpose}`, 32))
