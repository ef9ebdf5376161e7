import { render, screen, within } from '@testing-library/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { sections } from '#shared/application/sections.ts'
import {
  createSectionTable,
  formatCellText,
  getCellFiles,
  getCellText,
  type Table,
  type TableCell,
} from '#shared/forms/table.ts'
import { createCompleteAnswers } from '#tests/support/fixtures/answers.ts'
import { DataTable } from './data-table.tsx'

const answers = createCompleteAnswers('/api/v1/files/1')
const show = (name: keyof typeof sections, answer: unknown = answers[name]) =>
  render(<DataTable table={createSectionTable(name, sections[name], answer)} />)
const cells = () => screen.getAllByRole('cell').map(({ textContent }) => textContent)

test('a list is a table named by its title, with a column for each question', () => {
  show('grants')
  const table = screen.getByRole('table', { name: 'Grants' })
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Title', 'Amount', 'Date', 'Experience', 'Files'])
  expect(table.querySelectorAll('th[scope=col]')).toHaveLength(5)
  expect(cells()).toEqual(['Rural networks', '₦2,500,000', '2016', 'Led the field work.', 'No files available'])
})

test('a question on its own is not named twice', () => {
  show('hobby', 'Chess\nGardening')
  expect(screen.getByRole('region', { name: 'Hobbies' }).textContent).toBe('HobbiesChess\nGardening')
  const table = screen.getByRole('table', { name: 'Hobbies' })
  expect([table.textContent, table.dataset.many]).toEqual(['Chess\nGardening', undefined])
})

test('a group is a table of labels and answers', () => {
  show('homeAddress')
  expect(screen.getByRole('table').dataset.many).toBe('true')
  expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
    'Address',
    'State',
    'LGA',
    'Country',
  ])
  expect(cells()).toEqual(['12 Palm Avenue', 'Ogun', 'Ijebu Ode', 'Nigeria'])
})

test.each([
  ['professionalMemberships', 'No professional memberships available.'],
  ['publication', 'No publications available.'],
] as const)('an empty %s says so', (name, sentence) => {
  show(name, [])
  expect(screen.getByText(sentence)).toBeDefined()
  expect(screen.queryByRole('table')).toBeNull()
})

test('files are links that open in a new tab', () => {
  show('publication', [{ ...answers.publication[0], fileUrl: ['/api/v1/files/1', '/api/v1/files/2'] }])
  const link = screen.getByRole('link', { name: 'View File 2' })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/api/v1/files/2', '_blank'])
})

test.each(['homeAddress', 'grants', 'publication', 'hobby'] as const)(
  'a table that was stored when each cell had text and files looks the same: %s',
  (name) => {
    const table = createSectionTable(name, sections[name], answers[name])
    const toFormer = (cell: TableCell) => ({ text: getCellText(cell), files: getCellFiles(cell) })
    const former = { ...table, rows: table.rows.map((cells) => cells.map(toFormer)) }
    const draw = (drawn: Table) => renderToStaticMarkup(<DataTable table={drawn} />)
    expect(draw(former)).toBe(draw(table))
    const print = ({ rows }: Table) => rows.map((cells) => cells.map(formatCellText))
    expect(print(former)).toEqual(print(table))
  },
)

const draw = (changes: Partial<Table>) => {
  const table = { name: 'grants', title: 'Grants', layout: 'grid', headings: [], rows: [], none: 'None.', ...changes }
  return renderToStaticMarkup(<DataTable table={table as Table} />)
}
const headings = (count: number) => Array.from({ length: count }, (_, n) => `Column ${n}`)

test('a table of more than seven columns is a wide one', () => {
  const isWide = (count: number) => draw({ headings: headings(count), rows: [headings(count)] }).includes('data-wide')
  expect([7, 8].map(isWide)).toEqual([false, true])
})

test('only a word of 24 characters or more may be broken', () => {
  const isBroken = (text: string) => draw({ headings: ['Link'], rows: [[text]] }).includes('data-long')
  expect(['x'.repeat(23), 'x'.repeat(24), `${'x'.repeat(23)} ${'x'.repeat(23)}`].map(isBroken)).toEqual([
    false,
    true,
    false,
  ])
})

test('an answer that was left out is a dash, and a table without rows is marked as empty', () => {
  expect(draw({ headings: ['Link'], rows: [['']] })).toContain('—')
  expect([draw({ headings: ['Link'], rows: [['']] }), draw({})].map((html) => html.includes('data-empty'))).toEqual([
    false,
    true,
  ])
})

test('a question of a group has its name, unless it is alone and named like the group', () => {
  const countNames = (...labels: string[]) =>
    draw({ layout: 'facts', title: 'Hobbies', rows: labels.map((label) => [label, 'Chess']) }).split('rowheader')
      .length - 1
  expect([countNames('Hobbies'), countNames('Other'), countNames('Hobbies', 'Other')]).toEqual([0, 1, 2])
})
