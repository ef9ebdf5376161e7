// Handed to an applicant whose email cannot be reached: the user ID with a new initial password.
import { formatDateTime } from '#shared/format/dates.ts'
import { formatFullName, formatRecruitmentTitle, type PersonName } from '#shared/format/names.ts'
import { paths } from '#shared/routes.ts'
import { formatSlipFoot, type SlipOrigin } from '#shared/slips/slip-content.ts'
import { drawBoxedText } from './pdf/boxed-text.ts'
import { createPdfDocument } from './pdf/pdf-document.ts'
import { drawRegistryContact } from './registry-contact.ts'

export interface PasswordSlipContent {
  kind: 'password'
  origin: SlipOrigin
  applicant: PersonName & { userId: string }
  initialPassword: string
  publicUrl: string
  createdAt: Date
}

export function createPasswordSlip(content: PasswordSlipContent): Promise<Buffer> {
  const { origin, applicant, initialPassword, publicUrl, createdAt } = content
  const address = new URL(paths.login, publicUrl).href
  const pdf = createPdfDocument({
    title: `Password slip, ${applicant.userId}`,
    author: origin.institution,
    foot: {
      text: `${formatSlipFoot(origin, 'User ID', applicant.userId)} Created ${formatDateTime(createdAt)}.`,
      qrCode: {
        content: address,
        description: `QR code of ${address}`,
        title: 'Log in',
        lines: ['Scan the QR code to open the login page.'],
      },
    },
    createdAt,
  })
  pdf.letterhead(origin.institution, formatRecruitmentTitle(origin), 'Password slip')
  drawBoxedText(pdf.flow, 'Initial password', initialPassword)
  pdf.facts(
    {
      title: 'Your account',
      facts: [
        ['Name', formatFullName(applicant)],
        ['User ID', applicant.userId],
        ['Where to log in', address],
      ],
    },
    { columns: 1, size: 11 },
  )
  pdf.heading(2, 'What to do')
  pdf.list(
    [
      'Open the address above, and log in with the user ID and the initial password.',
      'Choose a password of your own. The initial password cannot be used after that.',
      'Destroy this slip.',
    ],
    'numbered',
  )
  pdf.paragraph('Nobody of the institution will ever ask you for your password.', { font: 'strong' })
  drawRegistryContact(pdf, origin.contact)
  return pdf.finish()
}
