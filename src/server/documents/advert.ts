// The recruitment advert, made from the exercise's facts so that it never contradicts the portal.
import type { Exercise } from '#shared/contracts/exercise.ts'
import { words } from '#shared/form/table.ts'
import { totalDue } from '#shared/rules/money.ts'
import { longDateTime } from '#shared/words/dates.ts'
import { howToApply } from '#shared/words/how-to-apply.ts'
import { naira } from '#shared/words/numbers.ts'
import { paper } from './paper.ts'

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
