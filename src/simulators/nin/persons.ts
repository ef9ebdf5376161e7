// The register: invented persons with drawn portraits, and NINs that cause errors.
import { readFileSync } from 'node:fs'
import { z } from 'zod'

export const dateFormats = ['dd-MM-yyyy', 'yyyy-MM-dd', 'dd MMM yyyy'] as const
export type DateFormat = (typeof dateFormats)[number]

const place = z.strictObject({ state: z.string(), lga: z.string() })

export const personSchema = z.strictObject({
  nin: z.string().regex(/^\d{11}$/),
  firstName: z.string(),
  middleName: z.string().default(''),
  surName: z.string(),
  /** As the register writes it: `m`, `Male`, `FEMALE`, … */
  gender: z.string(),
  dateOfBirth: z.iso.date(),
  /** How Prembly writes this person's birth date; Dojah always writes yyyy-MM-dd. */
  writtenAs: z.enum(dateFormats).default('dd-MM-yyyy'),
  phone: z.string().default(''),
  origin: place.nullable().default(null),
  residence: place.extend({ address: z.string() }).nullable().default(null),
  nextOfKin: place.extend({ firstName: z.string(), surName: z.string() }).nullable().default(null),
  /** JPEG in base64, without a data: prefix; empty when the register has none. */
  photo: z.string().default(''),
})

export type Person = z.infer<typeof personSchema>

export type LookUpResult =
  | { kind: 'found'; person: Person }
  | { kind: 'not-found' | 'service-down' | 'out-of-credit' | 'never-answers' }

export type Register = ReturnType<typeof createRegister>

const failingNins: Record<string, Exclude<LookUpResult['kind'], 'found'>> = {
  '10000000091': 'not-found',
  '10000000092': 'service-down',
  '10000000093': 'out-of-credit',
  '10000000094': 'never-answers',
}

const fixturePersons = z
  .array(personSchema)
  .parse(JSON.parse(readFileSync(new URL('./persons.json', import.meta.url), 'utf8')))

export function createRegister(added: Person[] = []) {
  const createPersons = () => new Map([...fixturePersons, ...added].map((person) => [person.nin, person]))
  let persons = createPersons()
  return {
    find(nin: string): LookUpResult {
      const kind = failingNins[nin]
      if (kind) return { kind }
      const person = persons.get(nin)
      return person ? { kind: 'found', person } : { kind: 'not-found' }
    },
    add(person: Person): void {
      persons.set(person.nin, person)
    },
    /** Removes the added persons. */
    clear(): void {
      persons = createPersons()
    },
  }
}

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']

/** @param date yyyy-MM-dd */
export function formatBirthDate(date: string, format: DateFormat): string {
  const [year = '', month = '', day = ''] = date.split('-')
  if (format === 'dd-MM-yyyy') return `${day}-${month}-${year}`
  if (format === 'dd MMM yyyy') return `${day} ${months[Number(month) - 1]} ${year}`
  return date
}
