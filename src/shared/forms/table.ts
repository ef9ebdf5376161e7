// The waist of the product: preview, slip, staff view, PDF and CSV each draw Tables and never see a section.
import { type Entry, type Field, isAsked, isBlank } from './field.ts'
import type { Fields, Section } from './section.ts'

export interface Cell {
  text: string
  files: readonly string[]
}

/** `grid` has a heading per column; `facts` has one row per question: its label, its answer. */
export interface Table {
  name: string
  title: string
  layout: 'grid' | 'facts'
  headings: string[]
  rows: Cell[][]
  none: string
}

export const words = (text: string): Cell => ({ text, files: [] })

export const factsTable = (name: string, title: string, facts: readonly (readonly [string, string])[]): Table => ({
  name,
  title,
  layout: 'facts',
  headings: [],
  rows: facts.map(([label, answer]) => [words(label), words(answer)]),
  none: '',
})

export function tableOf(name: string, section: Section, answer: unknown): Table {
  const { title } = section
  switch (section.shape) {
    case 'single': {
      const rows = isBlank(answer) ? [] : [[words(section.field.label), cellOf(section.field, answer, {})]]
      return {
        name,
        title,
        layout: 'facts',
        headings: [],
        rows,
        none: section.words.none,
      }
    }
    case 'group': {
      const item = answer as Entry
      const rows = asked(section.fields, item).map(([key, field]) => [
        words(field.label),
        cellOf(field, item[key], item),
      ])
      return { name, title, layout: 'facts', headings: [], rows, none: '' }
    }
    case 'list': {
      const fields = Object.entries(section.fields as Fields)
      const rows = (answer as Entry[]).map((item) => fields.map(([key, field]) => cellOf(field, item[key], item)))
      const headings = fields.map(([, field]) => field.label)
      return {
        name,
        title,
        layout: 'grid',
        headings,
        rows,
        none: section.words.none,
      }
    }
  }
}

const asked = (fields: Fields, item: Entry) => Object.entries(fields).filter(([, field]) => isAsked(field, item))

const cellOf = (field: Field, answer: unknown, entry: Entry): Cell => ({
  text: field.show(answer ?? field.blank, entry),
  files: field.kind === 'files' ? ((answer ?? []) as string[]) : [],
})
