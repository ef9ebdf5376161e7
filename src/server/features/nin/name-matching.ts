// Compares the names and birth dates of an account and a person of the register. Pure.
//
// Case, accents, hyphens, apostrophes, spaces and the order of names are ignored; a middle name may be missing on either
// side or be an initial. Surname and first name must occur on the other side, and two middle names must not differ.
import { type IdentityFact, identityFacts } from '#shared/policy/nin-outcomes.ts'

export interface IdentityFacts {
  surName: string
  firstName: string
  middleName: string
  /** yyyy-MM-dd, or empty when it is not known. */
  dateOfBirth: string
}

/** The facts that differ, in the order of `identityFacts`; none for the same person. */
export function compareIdentity(account: IdentityFacts, register: IdentityFacts): IdentityFact[] {
  const found = new Set(findNameDifferences(account, register))
  if (account.dateOfBirth === '' || account.dateOfBirth !== register.dateOfBirth) found.add('dateOfBirth')
  return identityFacts.filter((fact) => found.has(fact))
}

/** One part of a name; a `middleName` may be missing on the other side, the others may not. */
interface NamePart {
  text: string
  fact: Exclude<IdentityFact, 'dateOfBirth'>
}

function findNameDifferences(account: IdentityFacts, register: IdentityFacts): IdentityFact[] {
  const ours = splitNames(account)
  const theirs = splitNames(register)
  if (ours.every(isMiddle) || theirs.every(isMiddle)) return ['surName', 'firstName']

  const [onlyOurs, onlyTheirs] = removePairs(joinParts(ours, theirs), joinParts(theirs, ours), isSame)
  const required = [...onlyOurs, ...onlyTheirs].filter((part) => !isMiddle(part)).map(({ fact }) => fact)
  const [ourMiddle, theirMiddle] = removePairs(onlyOurs.filter(isMiddle), onlyTheirs.filter(isMiddle), isInitial)
  return ourMiddle.length > 0 && theirMiddle.length > 0 ? [...required, 'middleName'] : required
}

const isMiddle = ({ fact }: NamePart) => fact === 'middleName'

/** Registers put second names into the first name's field, so only its first word is required. */
function splitNames({ surName, firstName, middleName }: IdentityFacts): NamePart[] {
  const [first = '', ...further] = firstName.trim().split(/\s+/)
  const toParts = (text: string, fact: NamePart['fact']) => splitText(text).map((part) => ({ text: part, fact }))
  return [
    ...toParts(surName, 'surName'),
    ...toParts(first, 'firstName'),
    ...toParts([...further, middleName].join(' '), 'middleName'),
  ]
}

const splitText = (text: string) =>
  normalize(text)
    .split(/[^\p{L}]+/u)
    .filter(Boolean)

/** Unicode does not decompose these characters, but registers often write them in ASCII. */
const asciiReplacements: Record<string, string> = {
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

const normalize = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’‘ʼʻ`´.]/g, '')
    .replace(/[^a-z\s-]/g, (character) => asciiReplacements[character] ?? character)

/** Joins "Abdul Rahman" when the other side writes it as one word. */
function joinParts(parts: NamePart[], others: NamePart[]): NamePart[] {
  const known = new Set(others.map(({ text }) => text))
  const result: NamePart[] = []
  for (let at = 0; at < parts.length; at++) {
    const [part, next] = [parts[at]!, parts[at + 1]]
    const isJoinedThere = next !== undefined && !known.has(part.text) && known.has(part.text + next.text)
    result.push(isJoinedThere ? { text: part.text + next.text, fact: part.fact } : part)
    if (isJoinedThere) at++
  }
  return result
}

const isSame = (a: NamePart, b: NamePart) => a.text === b.text
const isInitial = (a: NamePart, b: NamePart) => a.text[0] === b.text[0] && (a.text.length === 1 || b.text.length === 1)

/** What remains of both sides without the pairs; required parts are paired first. */
function removePairs(
  ours: NamePart[],
  theirs: NamePart[],
  isPair: (a: NamePart, b: NamePart) => boolean,
): [NamePart[], NamePart[]] {
  const theirRest = sortRequiredFirst(theirs)
  const ourRest = sortRequiredFirst(ours).filter((part) => {
    const at = theirRest.findIndex((other) => isPair(part, other))
    if (at === -1) return true
    theirRest.splice(at, 1)
    return false
  })
  return [ourRest, theirRest]
}

const sortRequiredFirst = (parts: NamePart[]) => [...parts.filter((part) => !isMiddle(part)), ...parts.filter(isMiddle)]
