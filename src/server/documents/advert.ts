// The recruitment advert, generated from the exercise so that it always agrees with the portal.
import type { Exercise } from '#shared/api/applicant/exercise.ts'
import { referees } from '#shared/application/closing.ts'
import { academicQualification, institutions } from '#shared/application/education.ts'
import { experience } from '#shared/application/experience.ts'
import { formatDateTime } from '#shared/format/dates.ts'
import { formatNaira } from '#shared/format/numbers.ts'
import { joinAddressLines, listContactFacts } from '#shared/format/registry-contact.ts'
import { describeApplicationSteps } from '#shared/messages/how-to-apply.ts'
import { getTotalDue } from '#shared/policy/money.ts'
import { paths } from '#shared/routes.ts'
import { createPdfDocument } from './pdf/pdf-document.ts'
import { drawArtifact, drawBlock, type PageFlow } from './pdf/pdf-page-flow.ts'
import { getLineHeight, type TextStyle } from './pdf/text-layout.ts'

export interface AdvertContent {
  kind: 'advert'
  exercise: Omit<Exercise, 'payment' | 'vendor'>
  publicUrl: string
  /** Decides whether the deadline has passed. */
  now: Date
}

export function createAdvert({ exercise, publicUrl, now }: AdvertContent): Promise<Buffer> {
  const { institution, title, year, posts, fee, charge, contact } = exercise
  const { host } = new URL(publicUrl)
  const pdf = createPdfDocument({
    title: `${title} ${year}: internal and external advert`,
    author: institution,
    foot: {
      text: `${institution}, ${title} ${year}.`,
      qrCode: {
        content: publicUrl,
        description: `QR code of ${publicUrl}`,
        title: host,
        lines: ['Scan the QR code to open the portal, where this advert is always up to date.'],
      },
    },
    createdAt: now,
  })
  const { statement, detail, isClosed } = describeStatus(exercise, now)
  pdf.letterhead(institution, `${title} ${year}`, 'Recruitment advert')
  drawStatus(pdf.flow, statement, detail)
  if (!isClosed)
    pdf.paragraph(
      'Suitably qualified candidates, inside and outside the institution, are invited to apply for these posts.',
    )
  pdf.heading(2, isClosed ? 'Posts' : 'Open posts')
  pdf.grid(
    {
      title: 'Posts',
      headings: ['School', 'Department', 'Roles'],
      rows: posts.map(({ school, department, roles }) => [school, department ?? '–', roles.join('; ')]),
    },
    8.5,
  )
  pdf.heading(2, 'Dates and fee')
  pdf.facts({ title: 'Dates and fee', facts: getCostFacts(exercise, now) }, { size: 9 })
  pdf.heading(2, 'Requirements')
  pdf.list(listRequirements(), 'bulleted')
  pdf.heading(2, 'How to apply')
  pdf.list(
    describeApplicationSteps({ fee, charge }).map((step) => `${step.title}. ${step.text}`),
    'numbered',
  )
  pdf.heading(2, 'Contact')
  pdf.facts(
    {
      title: 'Contact',
      facts: [
        ['Apply at', publicUrl],
        ['Questions', publicUrl + paths.contact],
        ...listContactFacts(contact).map(([label, text]): [string, string] => [label, joinAddressLines(text)]),
      ],
    },
    { size: 9, columns: 1 },
  )
  return pdf.finish()
}

interface AdvertStatus {
  statement: string
  detail: string
  isClosed: boolean
}

const closedStatement = 'Application is currently closed'

function describeStatus({ status, deadline }: AdvertContent['exercise'], now: Date): AdvertStatus {
  if (deadline && new Date(deadline) < now)
    return { statement: closedStatement, detail: `Closed since ${formatDateTime(deadline)}.`, isClosed: true }
  const until = deadline ? `until ${formatDateTime(deadline)}` : ''
  if (status === 'closed')
    return {
      statement: closedStatement,
      detail: `If an account was issued to you, you can still log in, pay and submit${until && ` ${until}`}.`,
      isClosed: true,
    }
  const detail = until ? `Applications are accepted ${until}.` : 'The deadline will be announced on the portal.'
  return { statement: 'Applications are open', detail, isClosed: false }
}

function getCostFacts({ status, deadline, fee, charge }: AdvertContent['exercise'], now: Date): [string, string][] {
  const isPast = deadline !== null && new Date(deadline) < now
  const unknown = status === 'closed' ? 'Not yet announced' : 'Will be announced on the portal'
  return [
    [isPast ? 'Closed since' : 'Deadline', deadline ? formatDateTime(deadline) : unknown],
    ['Application fee', formatNaira(fee)],
    ['To pay', `${formatNaira(getTotalDue({ amount: fee, charge }))}, by RRR (Remita)`],
    ['Charge', formatNaira(charge)],
  ]
}

/** What the form asks for, so that nobody begins without it. */
const listRequirements = (): string[] => [
  'An account: the User ID and the password that the registry issued to you.',
  'Your NIN. Its names and date of birth must match your account.',
  `At least ${institutions.min} institution attended and ${academicQualification.min} academic qualification, with a scan of its certificate.`,
  `At least ${experience.min} post that you have held, with its years and what you did.`,
  `${referees.min} referees who know your work, each with email and phone number.`,
  'A passport photo. Publications, honors, grants, inventions, services and memberships are welcome and optional.',
]

const statementStyle: TextStyle = { font: 'strong', size: 12 }
const detailStyle: TextStyle = { font: 'plain', size: 10 }
const padding = 8

/** First of all, whether one can still apply. */
function drawStatus(flow: PageFlow, statement: string, detail: string) {
  const { pdf, left, width, y } = flow
  const inner = { x: left + padding, width: width - 2 * padding }
  const lines = flow.text.wrap(detail, inner.width, detailStyle)
  const height = 2 * padding + getLineHeight(statementStyle) + lines.length * getLineHeight(detailStyle)
  drawArtifact(pdf, () => pdf.rect(left, y, width, height).lineWidth(1.2).stroke('#000000'))
  const statementHeight = drawBlock(flow, 'P', statement, statementStyle, { ...inner, y: y + padding })
  drawBlock(flow, 'P', detail, detailStyle, { ...inner, y: y + padding + statementHeight })
  flow.y = y + height + 8
}
