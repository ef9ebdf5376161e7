// The layout of every email: tables and inline styles, because mail clients render them alike. No images, no scripts.
import type { ReactNode } from 'react'
import { joinAddressLines, listContactFacts, type RegistryContact } from '#shared/format/registry-contact.ts'
import { paths } from '#shared/routes.ts'
import type { EmailSender } from '../template.ts'
import { colours, font, smallText } from './styles.ts'

interface EmailLayoutProps {
  sender: EmailSender
  title: string
  /** Shown beside the subject in the inbox. */
  preview: string
  children: ReactNode
}

export const EmailLayout = ({ sender, title, preview, children }: EmailLayoutProps) => (
  <html lang="en-NG" dir="ltr">
    <head>
      <meta httpEquiv="Content-Type" content="text/html; charset=UTF-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light" />
      <title>{title}</title>
    </head>
    <body style={{ margin: 0, padding: 0, backgroundColor: colours.background }}>
      <div data-skip-in-text="true" style={{ display: 'none', maxHeight: 0, overflow: 'hidden' }}>
        {preview}
      </div>
      <FullWidthTable colour={colours.background} padding="24px 12px">
        <table
          role="presentation"
          align="center"
          width="100%"
          cellPadding={0}
          cellSpacing={0}
          style={{ maxWidth: 600 }}
        >
          <tbody>
            <tr>
              <td style={headerStyle}>
                <EmailHeader sender={sender} />
              </td>
            </tr>
            <tr>
              <td style={contentStyle}>
                <h1 style={headingStyle}>{title}</h1>
                {children}
              </td>
            </tr>
            <tr>
              <td style={{ padding: '16px 24px' }}>
                <p style={{ ...smallText, margin: 0 }}>
                  {sender.institution}, {sender.exercise}. Questions?{' '}
                  <a href={sender.publicUrl + paths.contact} style={{ color: colours.green }}>
                    Contact us
                  </a>
                </p>
                <ContactLines contact={sender.contact} />
              </td>
            </tr>
          </tbody>
        </table>
      </FullWidthTable>
    </body>
  </html>
)

/** As far as it is stated. */
const ContactLines = ({ contact }: { contact: RegistryContact }) =>
  listContactFacts(contact).map(([label, text]) => (
    <p key={label} style={{ ...smallText, margin: 0 }}>
      {label}: {joinAddressLines(text)}
    </p>
  ))

const FullWidthTable = ({ colour, padding, children }: { colour: string; padding: string; children: ReactNode }) => (
  <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} style={{ backgroundColor: colour }}>
    <tbody>
      <tr>
        <td style={{ padding }}>{children}</td>
      </tr>
    </tbody>
  </table>
)

/** The short name replaces the logo, because many clients show no images. */
const EmailHeader = ({ sender }: { sender: EmailSender }) => (
  <table role="presentation" cellPadding={0} cellSpacing={0}>
    <tbody>
      <tr>
        <td data-skip-in-text="true" style={shortNameStyle}>
          {sender.shortName}
        </td>
        <td style={institutionStyle}>{sender.institution}</td>
      </tr>
    </tbody>
  </table>
)

const headerStyle = {
  padding: '16px 24px',
  backgroundColor: colours.green,
  borderBottom: `4px solid ${colours.gold}`,
  borderRadius: '8px 8px 0 0',
}

const contentStyle = {
  padding: '32px 24px 16px',
  backgroundColor: colours.surface,
  borderRadius: '0 0 8px 8px',
  border: `1px solid ${colours.hairline}`,
  borderTop: 0,
}

const headingStyle = {
  margin: '0 0 16px',
  fontFamily: font,
  fontSize: 24,
  lineHeight: '30px',
  fontWeight: 600,
  color: colours.ink,
}

const shortNameStyle = {
  padding: '6px 8px',
  border: `2px solid ${colours.gold}`,
  borderRadius: 4,
  fontFamily: font,
  fontSize: 14,
  lineHeight: '18px',
  fontWeight: 700,
  color: colours.surface,
}

const institutionStyle = {
  paddingLeft: 12,
  fontFamily: font,
  fontSize: 16,
  lineHeight: '22px',
  fontWeight: 600,
  color: colours.surface,
}
