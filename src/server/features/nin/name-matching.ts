// Whether the register's person is the account's: names and birth date compared as a careful clerk would. Pure.
//
// Case, accents, hyphens, apostrophes, spaces and the order of names do not count; a middle name may be missing on either
// side or be an initial. Surname and first name must be found on the other side, and two middle names must not differ.

export interface IdentityFacts {
  surName: string
  firstName: string
  middleName: string
  /** yyyy-MM-dd, or empty when it is not known. */
  dateOfBirth: string
}

export const facts = ['surName', 'firstName', 'middleName', 'dateOfBirth'] as const
export type Fact = (typeof facts)[number]

/** The facts that differ, in their usual order; none for the same person. */
export function differences(account: IdentityFacts, register: IdentityFacts): Fact[] {
  const found = new Set(nameDifferences(account, register))
  if (account.dateOfBirth === '' || account.dateOfBirth !== register.dateOfBirth) found.add('dateOfBirth')
  return facts.filter((fact) => found.has(fact))
}

/** One word of a name; a `middleName` may be missing on the other side, the others may not. */
interface Word {
  text: string
  fact: Exclude<Fact, 'dateOfBirth'>
}

function nameDifferences(account: IdentityFacts, register: IdentityFacts): Fact[] {
  const ours = wordsOf(account)
  const theirs = wordsOf(register)
  if (ours.every(isMiddle) || theirs.every(isMiddle)) return ['surName', 'firstName']

  const [onlyOurs, onlyTheirs] = withoutPairs(merged(ours, theirs), merged(theirs, ours), isSame)
  const needed = [...onlyOurs, ...onlyTheirs].filter((word) => !isMiddle(word)).map(({ fact }) => fact)
  const [ourMiddle, theirMiddle] = withoutPairs(onlyOurs.filter(isMiddle), onlyTheirs.filter(isMiddle), isInitial)
  return ourMiddle.length > 0 && theirMiddle.length > 0 ? [...needed, 'middleName'] : needed
}

const isMiddle = ({ fact }: Word) => fact === 'middleName'

/** Registers write second names into the first name's field: only its first part has to be found. */
function wordsOf({ surName, firstName, middleName }: IdentityFacts): Word[] {
  const [first = '', ...further] = firstName.trim().split(/\s+/)
  const words = (text: string, fact: Word['fact']) => plainWords(text).map((word) => ({ text: word, fact }))
  return [
    ...words(surName, 'surName'),
    ...words(first, 'firstName'),
    ...words([...further, middleName].join(' '), 'middleName'),
  ]
}

const plainWords = (text: string) =>
  plain(text)
    .split(/[^\p{L}]+/u)
    .filter(Boolean)

/** Letters that stand for themselves in Unicode, though a register without them writes the plain ones. */
const plainLetters: Record<string, string> = {
  ɓ: 'b',
  ɗ: 'd',
  ɖ: 'd',
  đ: 'd',
  ɛ: 'e',
  ǝ: 'e',
  ə: 'e',
  ƒ: 'f',
  ɣ: 'g',
  ı: 'i',
  ƙ: 'k',
  ł: 'l',
  ŋ: 'n',
  ɲ: 'n',
  ɔ: 'o',
  ø: 'o',
  ʋ: 'v',
  ƴ: 'y',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
}

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’‘ʼʻ`´.]/g, '')
    .replace(/[^a-z\s-]/g, (letter) => plainLetters[letter] ?? letter)

/** "Abdul Rahman" written as one word when the other side does so. */
function merged(words: Word[], others: Word[]): Word[] {
  const known = new Set(others.map(({ text }) => text))
  const result: Word[] = []
  for (let at = 0; at < words.length; at++) {
    const [word, next] = [words[at]!, words[at + 1]]
    const isOneThere = next !== undefined && !known.has(word.text) && known.has(word.text + next.text)
    result.push(isOneThere ? { text: word.text + next.text, fact: word.fact } : word)
    if (isOneThere) at++
  }
  return result
}

const isSame = (a: Word, b: Word) => a.text === b.text
const isInitial = (a: Word, b: Word) =>
  a.text[0] === b.text[0] && (a.text.length === 1 || b.text.length === 1 || a.text === b.text)

/** What is left of both when pairs are taken out; what has to be found is paired first. */
function withoutPairs(ours: Word[], theirs: Word[], isPair: (a: Word, b: Word) => boolean): [Word[], Word[]] {
  const left = neededFirst(theirs)
  const alone = neededFirst(ours).filter((word) => {
    const at = left.findIndex((other) => isPair(word, other))
    if (at === -1) return true
    left.splice(at, 1)
    return false
  })
  return [alone, left]
}

const neededFirst = (words: Word[]) => [...words.filter((word) => !isMiddle(word)), ...words.filter(isMiddle)]
