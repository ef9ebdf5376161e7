import { randomInt } from 'node:crypto'

// Without letters and digits that look alike on paper: 0 and o, 1, i and l.
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz'

/** Such as "k7wd-3mqa-x9fe": 59 random bits that can be read out on the telephone. */
export function initialPassword(): string {
  const group = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return [group(), group(), group()].join('-')
}
