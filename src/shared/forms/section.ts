import { type EntryValues, type Field, isApplicable, isEmpty } from './field.ts'

export type Fields = Readonly<Record<string, Field>>
export type EntryOf<F extends Fields> = {
  -readonly [K in keyof F]: F[K] extends Field<infer V> ? V : never
}

/** A rule about several answers of one entry. */
export interface EntryRule<I> {
  /** The field that shows the error. */
  readonly field: keyof I & string
  isBroken(entry: I): boolean
  /** @param n number of the entry, from 1 */
  formatMessage(n: number): string
}

/** One question. */
export interface SingleSection<V = unknown> {
  readonly shape: 'single'
  readonly title: string
  readonly field: Field<V>
  readonly messages: { readonly none: string; readonly missing?: string }
}

/** Several questions, asked once. */
export interface GroupSection<F extends Fields = Fields> {
  readonly shape: 'group'
  readonly title: string
  readonly fields: F
}

/** Several questions, repeated for every entry. */
export interface ListSection<F extends Fields = Fields> {
  readonly shape: 'list'
  readonly title: string
  readonly noun: string
  readonly hint?: string
  readonly fields: F
  readonly min: number
  readonly max: number
  readonly rules?: readonly EntryRule<EntryOf<NoInfer<F>>>[]
  readonly messages: {
    readonly none: string
    readonly tooFew: string
    readonly missing?: string
  }
  /** The title of an entry's card. */
  summary(entry: EntryOf<NoInfer<F>>): string
}

// Each section was checked against its own fields where it was defined.
// biome-ignore lint/suspicious/noExplicitAny: ListSection<F> is invariant in F, so no other type holds every list.
export type Section = SingleSection<any> | GroupSection<any> | ListSection<any>
/** Every section by the name that its answer has in the document. */
export type Sections = Readonly<Record<string, Section>>

export type AnswerOf<S> =
  S extends SingleSection<infer V>
    ? V
    : S extends GroupSection<infer F>
      ? EntryOf<F>
      : S extends ListSection<infer F>
        ? EntryOf<F>[]
        : never
export type AnswersOf<S extends Sections> = {
  -readonly [K in keyof S]: AnswerOf<S[K]>
}

export const defineSingle = <V>(single: Omit<SingleSection<V>, 'shape'>): SingleSection<V> => ({
  shape: 'single',
  ...single,
})
export const defineGroup = <F extends Fields>(group: Omit<GroupSection<F>, 'shape'>): GroupSection<F> => ({
  shape: 'group',
  ...group,
})
export const defineList = <F extends Fields>(list: Omit<ListSection<F>, 'shape'>): ListSection<F> => ({
  shape: 'list',
  ...list,
})

export const createEmptyEntry = <F extends Fields>({ fields }: { fields: F }) =>
  Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, field.emptyValue])) as EntryOf<F>

export const isEmptyEntry = (fields: Fields, entry: EntryValues) =>
  Object.entries(fields).every(([key, field]) => field.kind === 'fixed' || isEmpty(entry[key]))

export function createEmptyAnswer<S extends Section>(section: S): AnswerOf<S> {
  const emptyAnswers: { [K in Section['shape']]: unknown } = {
    single: section.shape === 'single' ? section.field.emptyValue : undefined,
    group: section.shape === 'group' ? createEmptyEntry(section) : undefined,
    list: [],
  }
  return emptyAnswers[section.shape] as AnswerOf<S>
}

export const createEmptyAnswers = <S extends Sections>(sections: S) =>
  Object.fromEntries(
    Object.entries(sections).map(([name, section]) => [name, createEmptyAnswer(section)]),
  ) as AnswersOf<S>

/** The entry with one answer changed, and the fields that depend on it cleared. */
export function applyAnswer<I extends EntryValues>(
  fields: Fields,
  entry: I,
  key: keyof I & string,
  answer: unknown,
): I {
  const next: Record<string, unknown> = { ...entry, [key]: answer }
  for (const [name, field] of Object.entries(fields)) {
    const isCleared =
      field.dependsOn === key ? entry[key] !== answer : field.onlyWhen?.field === key && !isApplicable(field, next)
    if (isCleared) next[name] = field.emptyValue
  }
  return next as I
}
