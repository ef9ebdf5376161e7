// The files of an application, found in its tables.
import { getStaffFileUrl } from '#shared/api/staff/calls.ts'
import { formatFileName, getCellFiles, getCellText, type Table } from '#shared/forms/table.ts'
import { photoCaptions } from '#shared/slips/photo-captions.ts'

export interface ApplicationFile {
  url: string
  /** Where it stands, such as "Institutions 2: View File 1". */
  title: string
  /** The answers of the same entry, to compare the file with. */
  facts: readonly (readonly [label: string, answer: string])[]
}

/** The tables with links that staff can open, in place of the applicant's own. */
export const linkForStaff = (tables: readonly Table[]): Table[] =>
  tables.map((table) => ({
    ...table,
    rows: table.rows.map((cells) =>
      cells.map((cell) => ({ text: getCellText(cell), files: getCellFiles(cell).map(toStaffUrl) })),
    ),
  }))

const toStaffUrl = (url: string) => {
  const [id] = /[\da-f]{8}-[\da-f-]{27}/i.exec(url) ?? []
  return id ? getStaffFileUrl(id) : url
}

interface Photos {
  submitted: string | null
  nin: string | null
}

export const listPhotos = ({ nin, submitted }: Photos) => [
  { caption: photoCaptions.nin, url: nin && getStaffFileUrl(nin) },
  { caption: photoCaptions.uploaded, url: submitted && getStaffFileUrl(submitted) },
]

/** In the order of the tables, after the photos. */
export const listApplicationFiles = (tables: readonly Table[], photos: Photos): ApplicationFile[] => [
  ...listPhotos(photos).flatMap(({ caption, url }) => (url ? [{ url, title: caption, facts: [] }] : [])),
  ...tables.flatMap(listTableFiles),
]

function listTableFiles(table: Table): ApplicationFile[] {
  return table.rows.flatMap((cells, row) => {
    const entry = table.layout === 'grid' && table.rows.length > 1 ? ` ${row + 1}` : ''
    const facts = listFacts(table, row)
    return cells.flatMap((cell) =>
      getCellFiles(cell).map((url, n) => ({ url, title: `${table.title}${entry}: ${formatFileName(n + 1)}`, facts })),
    )
  })
}

/** Answers that are not empty and are no files. */
function listFacts({ layout, headings, rows }: Table, row: number): ApplicationFile['facts'] {
  const pairs =
    layout === 'grid'
      ? (rows[row] ?? []).map((cell, column) => [headings[column] ?? '', cell] as const)
      : rows.map(([label = '', cell]) => [getCellText(label), cell] as const)
  return pairs.flatMap(([label, cell = '']) =>
    getCellFiles(cell).length === 0 && getCellText(cell) ? [[label, getCellText(cell)] as const] : [],
  )
}
