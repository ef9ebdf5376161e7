// The recruitment advert, made from the exercise's facts so that it never contradicts the portal.
import type { Exercise } from '#shared/api/exercise.ts'
import { longDateTime } from '#shared/format/dates.ts'
import { naira } from '#shared/format/numbers.ts'
import { words } from '#shared/forms/table.ts'
import { howToApply } from '#shared/messages/how-to-apply.ts'
import { totalDue } from '#shared/policy/money.ts'
import { paper } from './pdf-document.ts'

export function advert(exercise: Exercise, publicUrl: string): Promise<Buffer> {
  const { institution, title, year, posts, deadline, fee, charge } = exercise
  const name = `${title} ${year}: internal and external advert`
  const page = paper({ title: name, author: institution, foot: `${institution} · ${title} ${year}` })

  page.heading(1, institution)
  page.paragraph(name)
  page.paragraph(
    'Applications are invited from suitably qualified candidates, inside and outside the institution, for the academic posts below.',
  )
  page.heading(2, 'Open posts')
  const openPosts = {
    title: 'Open posts',
    headings: ['School', 'Department', 'Roles'],
    rows: posts.map(({ school, department, roles }) => [
      words(school),
      words(department ?? '–'),
      words(roles.join('; ')),
    ]),
  }
  page.table(openPosts, [100, 150, '*'])
  page.heading(2, 'How to apply')
  page.list(howToApply(publicUrl))
  page.heading(2, 'Fee')
  page.paragraph(
    `The application fee is ${naira(fee)} and the charge ${naira(charge)}, together ${naira(totalDue({ amount: fee, charge }))}. It is non-refundable.`,
  )
  page.heading(2, 'Deadline')
  page.paragraph(
    deadline
      ? `Applications are accepted until ${longDateTime(deadline)}.`
      : 'The deadline will be announced on the portal.',
  )
  return page.finish()
}
