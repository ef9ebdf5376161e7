import { randomInt } from 'node:crypto'

const count = 10
// Without characters that look alike in print.
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz'

/** Ten codes such as "k7wd-3mqa-x9fe": 59 random bits each. */
export const createRecoveryCodes = (): string[] => Array.from({ length: count }, createRecoveryCode)

const createRecoveryCode = () => [createGroup(), createGroup(), createGroup()].join('-')
const createGroup = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')

/** As the contract leaves a typed code: without dashes. */
export const normalizeRecoveryCode = (code: string): string => code.replaceAll('-', '')
