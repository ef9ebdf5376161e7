import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { RowTable } from './row-table.tsx'

const headings = ['Name', 'Seat', 'State', 'Note']
const rows = [{ key: 'one', cells: ['Sule Amaka', 41, 'Present', null] }]

/** What the styles of a phone distinguish. */
const readCells = () =>
  within(screen.getByRole('table', { name: 'Seats' }))
    .getAllByRole('cell')
    .map(({ textContent, dataset }) => [textContent, { ...dataset }])

test('on a phone a row begins with its title, ends its lines as said, and names what says nothing by itself', () => {
  const phone = { title: 'Seat', end: 'State', last: 'Note', named: ['Seat'] }
  render(<RowTable caption="Seats" numeric={['Seat']} {...{ headings, rows, phone }} />)
  expect(readCells()).toEqual([
    ['Sule Amaka', { place: 'fact' }],
    ['41', { place: 'title', named: 'Seat', numeric: 'true' }],
    ['Present', { place: 'end' }],
    ['–', { place: 'last', empty: 'true' }],
  ])
})

test('the first heading is the title by default, and what is nothing is a dash: not a zero', () => {
  const cells = [false, undefined, '', 0]
  render(<RowTable caption="Seats" rows={[{ key: 'one', cells }]} headings={headings} phone={{}} />)
  const nothing = { empty: 'true' }
  expect(readCells()).toEqual([
    ['–', { place: 'title', ...nothing }],
    ['–', { place: 'fact', ...nothing }],
    ['–', { place: 'fact', ...nothing }],
    ['0', { place: 'fact' }],
  ])
})
