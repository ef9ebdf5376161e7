// Random tokens of sessions and reset links; the database stores only their SHA-256.
import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits in base64url, safe in a header, a cookie or a link. */
export const createToken = () => randomBytes(32).toString('base64url')

export const hashToken = (token: string) => createHash('sha256').update(token).digest()
