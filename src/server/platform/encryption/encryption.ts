// Values that must not be read from the database or a dump of it: AES-256-GCM, with the key's id in front.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

export interface Encryption {
  seal(text: string): Buffer
  /** @throws Error when the value was sealed with another key or has been changed */
  open(sealed: Uint8Array): string
  /** The same for the same text under the same key: for uniqueness without knowing the text. */
  fingerprint(text: string): Buffer
}

/** The current secret, then those that it replaced. */
export type Secrets = readonly [Uint8Array, ...Uint8Array[]]

const ivLength = 12
const tagLength = 16
const idLength = 4

/**
 * @param secrets 32 bytes each; everything else is derived from them. The first seals; the others, which it replaced, still
 *   open what they sealed until `rotate-keys` has been run.
 */
export function createEncryption([secret, ...replaced]: Secrets): Encryption {
  const { id: keyId, key } = ringOf(secret)
  const ring = [secret, ...replaced].map(ringOf)
  const fingerprintKey = derived(secret, 'fingerprint')

  return {
    seal(text) {
      const iv = randomBytes(ivLength)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([keyId, iv, cipher.getAuthTag(), body])
    },
    open(sealed) {
      const bytes = Buffer.from(sealed)
      const opener = ring.find(({ id }) => id.equals(bytes.subarray(0, idLength)))
      if (!opener) throw new Error('This value was sealed with a key that is not known here.')
      const iv = bytes.subarray(idLength, idLength + ivLength)
      const tag = bytes.subarray(idLength + ivLength, idLength + ivLength + tagLength)
      const decipher = createDecipheriv('aes-256-gcm', opener.key, iv, { authTagLength: tagLength })
      decipher.setAuthTag(tag)
      return Buffer.concat([
        decipher.update(bytes.subarray(idLength + ivLength + tagLength)),
        decipher.final(),
      ]).toString('utf8')
    },
    fingerprint: (text) => createHmac('sha256', fingerprintKey).update(text).digest(),
  }
}

const ringOf = (secret: Uint8Array) => ({
  id: derived(secret, 'key id').subarray(0, idLength),
  key: derived(secret, 'seal'),
})

const derived = (secret: Uint8Array, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, new Uint8Array(), `recruitment-portal ${purpose}`, 32))
