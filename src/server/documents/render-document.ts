import { type AdvertContent, createAdvert } from './advert.ts'
import { type ApplicationSlipContent, createApplicationSlip } from './application-slip.ts'
import { type BankSlipContent, createBankSlip } from './bank-slip.ts'
import { createOfferLetter, type OfferLetterContent } from './offer-letter.ts'
import { createPasswordSlip, type PasswordSlipContent } from './password-slip.ts'
import { createPaymentSlip, type PaymentSlipContent } from './payment-slip.ts'
import { createSittingDocument, type SittingDocumentContent } from './sitting-document.ts'

/** Everything that a document says. */
export type DocumentContent =
  | ApplicationSlipContent
  | PaymentSlipContent
  | BankSlipContent
  | PasswordSlipContent
  | AdvertContent
  | SittingDocumentContent
  | OfferLetterContent

/** The document as PDF. */
export function renderDocument(content: DocumentContent): Promise<Buffer> {
  switch (content.kind) {
    case 'application':
      return createApplicationSlip(content)
    case 'payment':
      return createPaymentSlip(content)
    case 'bank':
      return createBankSlip(content)
    case 'password':
      return createPasswordSlip(content)
    case 'offer':
      return createOfferLetter(content)
    case 'advert':
      return createAdvert(content)
    case 'sitting':
      return createSittingDocument(content)
  }
}
