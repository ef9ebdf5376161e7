import { splitParagraphs } from '#shared/format/paragraphs.ts'
import { EmailLayout } from './components/layout.tsx'
import { Paragraph, SmallPrint } from './components/parts.tsx'
import type { EmailSender, EmailTemplate } from './template.ts'

export interface ComplaintAnsweredData {
  sender: EmailSender
  /** Such as C-2026-00012. */
  number: string
  /** As the staff wrote it; an empty line begins a paragraph. */
  text: string
}

export const complaintAnswered: EmailTemplate<ComplaintAnsweredData> = {
  subject: ({ number }) => `Our answer to your complaint ${number}`,
  body: ({ sender, number, text }) => (
    <EmailLayout sender={sender} title={`Our answer to your complaint ${number}`} preview={`About ${sender.exercise}.`}>
      {splitParagraphs(text).map(({ place, paragraph }) => (
        <Paragraph key={place}>{paragraph}</Paragraph>
      ))}
      <SmallPrint>If this does not help, write to us again and quote {number}.</SmallPrint>
    </EmailLayout>
  ),
}
