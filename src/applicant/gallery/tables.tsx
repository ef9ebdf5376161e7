import { DataTable } from '#kit/ui/layout/data-table.tsx'
import { PlainTable } from '#kit/ui/layout/plain-table.tsx'
import { createFactsTable, type Table } from '#shared/forms/table.ts'
import { type GalleryGroup, longText, Specimen } from './specimen.tsx'

const headings = ['Title', 'Type', 'Date', 'Files']
const publication = (title: string) => [
  title,
  'Journal',
  'June 2015',
  { text: '', files: ['/api/v1/files/1', '/api/v1/files/2'] },
]
const publications = (title: string, rows: Table['rows']): Table => ({
  name: title,
  title,
  layout: 'grid',
  headings,
  rows,
  none: 'No publications available.',
})
const wide = Array.from({ length: 10 }, (_, i) => `Heading ${i + 1}`)

export const tableGroup: GalleryGroup = {
  id: 'tables',
  title: 'Tables',
  Specimens: () => (
    <>
      <Specimen title="DataTable, facts">
        <DataTable
          table={createFactsTable('facts', 'Personal details', [
            ['Surname', 'Example'],
            ['Role', longText],
            ['Middle name', ''],
          ])}
        />
      </Specimen>
      <Specimen title="DataTable, empty">
        <DataTable table={publications('Publications', [])} />
      </Specimen>
      <Specimen title="DataTable, many entries, a long word, files" width="whole">
        <DataTable
          table={publications('Many publications', [
            publication('On queues in small registries'),
            publication(longText),
            publication(`https://example.org/${'papers/'.repeat(12)}`),
          ])}
        />
      </Specimen>
      <Specimen title="DataTable, more columns than most" width="whole">
        <DataTable table={{ ...publications('Ten columns', [wide.map(() => 'Lecturer II')]), headings: wide }} />
      </Specimen>
      <Specimen title="PlainTable" width="whole">
        <PlainTable
          caption="Payments"
          headings={['Date paid', 'RRR', 'Amount']}
          rows={['3100 0712 3452', '3100 0712 3453'].map((rrr) => ({
            key: rrr,
            cells: ['4 October 2024, 10:30 am', rrr, '₦12,500.00'],
          }))}
        />
      </Specimen>
    </>
  ),
}
