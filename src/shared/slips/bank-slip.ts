import { formatFullName, type PersonName } from '../format/names.ts'
import { formatNaira } from '../format/numbers.ts'
import type { Fact } from './slip-content.ts'

export const paymentPurpose = 'Recruitment Application Fee'

export const rrrLabel = 'Remita Retrieval Reference (RRR)'

export const amountToPayLabel = 'Amount to pay'

interface BankSlipFacts {
  applicant: PersonName & { userId: string }
  institution: string
  /** Naira. */
  amount: number
}

export const getBankSlipFacts = ({ applicant, institution, amount }: BankSlipFacts): Fact[] => [
  [amountToPayLabel, formatNaira(amount)],
  ['Name of the applicant', formatFullName(applicant)],
  ['User ID', applicant.userId],
  ['Purpose', paymentPurpose],
  ['Paid to', `${institution}, through Remita`],
]

export const branchPaymentTitle = 'How to pay'

export const branchPaymentSteps = [
  'Go to any branch of a commercial bank in Nigeria and say that you want to pay a Remita RRR.',
  'Give the RRR. Before you pay, check the name, purpose and amount with the teller.',
  'Pay the exact amount in cash or from your account, and keep the receipt.',
] as const

/** The provider reports a branch payment as pending for up to 48 hours. */
export const afterBranchPayment =
  'The bank reports your payment to us; that can take up to two days. You can leave this page and log in again later.'

export const noProofOfPayment = 'This slip is no proof of payment. After paying, log in and print your payment slip.'
