// What slips say. The web app shows them and the server renders them as PDF, both from here.
import { formatRecruitmentTitle } from '../format/names.ts'
import { formatSlipCode } from '../format/numbers.ts'
import type { RegistryContact } from '../format/registry-contact.ts'
import { getVerifySlipPath } from '../routes.ts'

/** Label and text. */
export type Fact = readonly [label: string, text: string]

export const slipNames = {
  application: 'Application slip',
  payment: 'Payment slip',
  bank: 'Bank slip',
  offer: 'Offer of appointment',
} as const

export interface SlipAddress {
  /** "3F9A-02BC-77E1" */
  code: string
  /** Where the code can be checked, without https://. */
  address: string
}

/** Before the address at which a slip can be checked. */
export const verificationInstruction = 'To check this slip, scan the QR code or go to'

/** @param host of the portal, such as "recruitment.example.org" */
export const describeVerification = (host: string, slipCode: string): SlipAddress => ({
  code: formatSlipCode(slipCode),
  address: host + getVerifySlipPath(slipCode),
})

export interface SlipOrigin {
  institution: string
  /** Of the exercise. */
  year: number
  contact: RegistryContact
}

/** The foot of slips: "State Institute, Recruitment 2024. Application ID APP-2024-000123." */
export const formatSlipFoot = (origin: Omit<SlipOrigin, 'contact'>, label: string, number: string) =>
  `${origin.institution}, ${formatRecruitmentTitle(origin)}. ${label} ${number}.`
