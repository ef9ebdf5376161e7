import { getVerifySlipPath } from '#shared/routes.ts'
import { describeVerification, verificationInstruction } from '#shared/slips/slip-content.ts'
import type { Foot } from './pdf/pdf-foot.ts'

export interface SlipVerification {
  slipCode: string
  /** The portal's origin. */
  publicUrl: string
}

/** The QR code of a slip leads to the page that says whether it is genuine. */
export function describeSlipCode({ slipCode, publicUrl }: SlipVerification): NonNullable<Foot['qrCode']> {
  const content = publicUrl + getVerifySlipPath(slipCode)
  const { code, address } = describeVerification(new URL(publicUrl).host, slipCode)
  return {
    content,
    description: `QR code of ${content}`,
    title: `Code ${code}`,
    lines: [`${verificationInstruction} ${address}`],
  }
}
