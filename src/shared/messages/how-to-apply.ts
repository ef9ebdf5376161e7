// How to apply, for the start page and the advert.
import { formatNaira } from '../format/numbers.ts'
import { uploadLimits } from '../policy/limits.ts'
import { getTotalDue } from '../policy/money.ts'

interface ApplicationStep {
  title: string
  text: string
}

/** @param cost in naira */
export const describeApplicationSteps = ({ fee, charge }: { fee: number; charge: number }): ApplicationStep[] => [
  {
    title: 'Log in',
    text: 'Use the User ID and password that were issued to you, then choose a password of your own.',
  },
  {
    title: 'Pay the application fee',
    text: `Generate a Remita reference (RRR) and pay ${formatNaira(getTotalDue({ amount: fee, charge }))} online or at any bank branch. The fee is non-refundable.`,
  },
  {
    title: 'Verify your NIN',
    text: 'Have your 11-digit National Identification Number at hand.',
  },
  {
    title: 'Fill in the form',
    text: `Seven steps. We save as you type, so you can stop and continue any time. Have scans of your certificates ready: PDF, JPEG, PNG or Word, at most ${uploadLimits.label} each.`,
  },
  {
    title: 'Submit and print',
    text: 'Check the preview, submit, and print your application and payment slips.',
  },
]

/** What an applicant needs before starting. */
export const applicationNeeds = [
  'Your User ID and password',
  'Your NIN, and the phone it is registered with',
  'A passport photo',
  'Scans of your certificates and publications',
  'The years of every school and post you were at',
  'Name, email and phone of three referees',
] as const
