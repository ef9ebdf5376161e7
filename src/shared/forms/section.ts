import { type Entry, type Field, isAsked, isBlank } from './field.ts'

export type Fields = Readonly<Record<string, Field>>
export type Item<F extends Fields> = {
  -readonly [K in keyof F]: F[K] extends Field<infer V> ? V : never
}

/** A rule about several answers of one entry. */
export interface Rule<I> {
  readonly on: keyof I & string
  broken(item: I): boolean
  words(n: number): string
}

/** One question that stands alone. */
export interface Single<V = unknown> {
  readonly shape: 'single'
  readonly title: string
  readonly field: Field<V>
  readonly words: { readonly none: string; readonly missing?: string }
}

/** Some questions that are asked once. */
export interface Group<F extends Fields = Fields> {
  readonly shape: 'group'
  readonly title: string
  readonly fields: F
}

/** Some questions that are asked again for every entry. */
export interface List<F extends Fields = Fields> {
  readonly shape: 'list'
  readonly title: string
  readonly noun: string
  readonly hint?: string
  readonly fields: F
  readonly min: number
  readonly max: number
  readonly rules?: readonly Rule<Item<NoInfer<F>>>[]
  readonly words: {
    readonly none: string
    readonly tooFew: string
    readonly missing?: string
  }
  /** The title of an entry's card, made from its content. */
  summary(item: Item<NoInfer<F>>): string
}

// A generic reader holds any section; each was checked against its own fields where it was defined.
// biome-ignore lint/suspicious/noExplicitAny: List<F> is invariant in F, so no other type holds every list.
export type Section = Single<any> | Group<any> | List<any>
/** Every section by the name that its answer has in the document. */
export type Sections = Readonly<Record<string, Section>>

export type AnswerOf<S> =
  S extends Single<infer V> ? V : S extends Group<infer F> ? Item<F> : S extends List<infer F> ? Item<F>[] : never
export type AnswersOf<S extends Sections> = {
  -readonly [K in keyof S]: AnswerOf<S[K]>
}

export const defineSingle = <V>(single: Omit<Single<V>, 'shape'>): Single<V> => ({ shape: 'single', ...single })
export const defineGroup = <F extends Fields>(group: Omit<Group<F>, 'shape'>): Group<F> => ({
  shape: 'group',
  ...group,
})
export const defineList = <F extends Fields>(list: Omit<List<F>, 'shape'>): List<F> => ({ shape: 'list', ...list })

export const blankItem = <F extends Fields>({ fields }: { fields: F }) =>
  Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, field.blank])) as Item<F>

export const isBlankItem = (fields: Fields, item: Entry) =>
  Object.entries(fields).every(([key, field]) => field.kind === 'fixed' || isBlank(item[key]))

export function blankAnswer<S extends Section>(section: S): AnswerOf<S> {
  const blanks: { [K in Section['shape']]: unknown } = {
    single: section.shape === 'single' ? section.field.blank : undefined,
    group: section.shape === 'group' ? blankItem(section) : undefined,
    list: [],
  }
  return blanks[section.shape] as AnswerOf<S>
}

export const blankAnswers = <S extends Sections>(sections: S) =>
  Object.fromEntries(Object.entries(sections).map(([name, section]) => [name, blankAnswer(section)])) as AnswersOf<S>

/** The entry after one answer changed: what depended on the old answer is cleared (specification, section 4). */
export function withAnswer<I extends Entry>(fields: Fields, item: I, key: keyof I & string, answer: unknown): I {
  const next: Record<string, unknown> = { ...item, [key]: answer }
  for (const [name, field] of Object.entries(fields)) {
    const lost = field.dependsOn === key ? item[key] !== answer : field.onlyWhen?.field === key && !isAsked(field, next)
    if (lost) next[name] = field.blank
  }
  return next as I
}
