// The recruitment advert, generated from the exercise so that it always agrees with the portal.
import type { Exercise } from '#shared/api/exercise.ts'
import { formatDateTime } from '#shared/format/dates.ts'
import { formatNaira } from '#shared/format/numbers.ts'
import { createTextCell } from '#shared/forms/table.ts'
import { getTotalDue } from '#shared/policy/money.ts'
import { createPdfDocument } from './pdf-document.ts'

export function createAdvert(exercise: Exercise, publicUrl: string): Promise<Buffer> {
  const { institution, title, year, posts, deadline, fee, charge } = exercise
  const name = `${title} ${year}: internal and external advert`
  const pdf = createPdfDocument({ title: name, author: institution, footer: `${institution} · ${title} ${year}` })

  pdf.heading(1, institution)
  pdf.paragraph(name)
  pdf.paragraph(
    'Applications are invited from suitably qualified candidates, inside and outside the institution, for the academic posts below.',
  )
  pdf.heading(2, 'Open posts')
  const openPosts = {
    title: 'Open posts',
    headings: ['School', 'Department', 'Roles'],
    rows: posts.map(({ school, department, roles }) => [
      createTextCell(school),
      createTextCell(department ?? '–'),
      createTextCell(roles.join('; ')),
    ]),
  }
  pdf.table(openPosts, [100, 150, '*'])
  pdf.heading(2, 'How to apply')
  pdf.list(listApplicationSteps(publicUrl))
  pdf.heading(2, 'Fee')
  pdf.paragraph(
    `The application fee is ${formatNaira(fee)} and the charge ${formatNaira(charge)}, together ${formatNaira(getTotalDue({ amount: fee, charge }))}. It is non-refundable.`,
  )
  pdf.heading(2, 'Deadline')
  pdf.paragraph(
    deadline
      ? `Applications are accepted until ${formatDateTime(deadline)}.`
      : 'The deadline will be announced on the portal.',
  )
  return pdf.finish()
}

const listApplicationSteps = (address: string): string[] => [
  `Log in at ${address} with the user ID and the password that were issued to you.`,
  'Change the password at your first login.',
  'Generate a payment reference (RRR) and pay the application fee online or at a bank branch.',
  'Verify your National Identity Number (NIN).',
  'Fill in the form, upload your certificates and submit it.',
  'Print your application slip and payment slip and bring them to the examination.',
]
