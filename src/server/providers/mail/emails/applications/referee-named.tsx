import { paths } from '#shared/routes.ts'
import { EmailLayout } from '../components/layout.tsx'
import { ActionLink, Greeting, Paragraph, SmallPrint } from '../components/parts.tsx'
import type { ApplicantEmailData, EmailTemplate } from '../template.ts'

/** To a referee; `name` is the applicant's. */
export interface RefereeNamedData extends ApplicantEmailData {
  refereeName: string
}

export const refereeNamed: EmailTemplate<RefereeNamedData> = {
  subject: ({ name }) => `${name} has named you as a referee`,
  body: ({ sender, name, refereeName }) => (
    <EmailLayout sender={sender} title="You have been named as a referee" preview={`For the ${sender.exercise}.`}>
      <Greeting name={refereeName} />
      <Paragraph>
        {name} has applied in the {sender.exercise} of {sender.institution} and named you as a referee. The application
        holds your name, your position and organization, and how to reach you.
      </Paragraph>
      <Paragraph>
        We keep these details with the application, so that we can ask you about the applicant. You need not do anything
        now.
      </Paragraph>
      <ActionLink href={sender.publicUrl + paths.privacy}>Read how we use your details</ActionLink>
      <SmallPrint>
        If you do not know the applicant, or do not want to be a referee, tell us: {sender.publicUrl + paths.contact}
      </SmallPrint>
    </EmailLayout>
  ),
}
