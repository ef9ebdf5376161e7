import { splitParagraphs } from '#shared/format/paragraphs.ts'
import { paths } from '#shared/routes.ts'
import type { PublishedResult } from '#shared/staff/published-content.ts'
import { resultNames } from '#shared/staff/results.ts'
import { EmailLayout } from '../components/layout.tsx'
import { ActionLink, FactTable, Greeting, Paragraph } from '../components/parts.tsx'
import type { ApplicantEmailData, EmailTemplate } from '../template.ts'

export interface ResultPublishedData extends ApplicantEmailData, PublishedResult {
  /** Such as APP-2024-000123. */
  applicationNumber: string
  /** Written by the staff for everybody; may be empty. */
  note: string
}

export const resultPublished: EmailTemplate<ResultPublishedData> = {
  subject: ({ kind, isCorrection, applicationNumber }) =>
    `${isCorrection ? 'Correction: your' : 'Your'} ${resultNames[kind]}: application ${applicationNumber}`,
  body: ({ sender, name, kind, isCorrection, score, maximum, remark, applicationNumber, note }) => (
    <EmailLayout sender={sender} title={`Your ${resultNames[kind]}`} preview={`Application ${applicationNumber}.`}>
      <Greeting name={name} />
      {isCorrection && (
        <Paragraph>
          The result that we sent you before was a mistake. Please do not rely on it any more; we apologise for it. What
          follows is correct.
        </Paragraph>
      )}
      <FactTable
        facts={[
          ['Application ID', applicationNumber],
          [resultNames[kind], `${score} of ${maximum}`],
          ...(remark === null ? [] : [['Remark', remark] as [string, string]]),
        ]}
      />
      {splitParagraphs(note).map(({ place, paragraph }) => (
        <Paragraph key={place}>{paragraph}</Paragraph>
      ))}
      <ActionLink href={sender.publicUrl + paths.dashboard}>Open your dashboard</ActionLink>
    </EmailLayout>
  ),
}
