import { contactTitle, listContactFacts, type RegistryContact } from '#shared/format/registry-contact.ts'
import type { PdfDocument } from './pdf/pdf-document.ts'

/** How to reach the registry, as far as it is stated; nothing where nothing is. */
export function drawRegistryContact(pdf: PdfDocument, contact: RegistryContact): void {
  const facts = listContactFacts(contact)
  if (facts.length === 0) return
  pdf.heading(2, contactTitle)
  pdf.facts({ title: contactTitle, facts }, { size: 9, columns: 1 })
}
