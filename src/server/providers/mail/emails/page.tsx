// The sheet of every mail: tables and inline styles, which is what all mail clients draw alike. No images, no scripts.
import type { ReactNode } from 'react'
import { screens } from '#shared/routes.ts'
import { colours, font, smallText } from './styles.ts'
import type { Office } from './template.ts'

interface PageProps {
  office: Office
  title: string
  /** What the list of mails shows beside the subject. */
  preview: string
  children: ReactNode
}

export const Page = ({ office, title, preview, children }: PageProps) => (
  <html lang="en-NG" dir="ltr">
    <head>
      <meta httpEquiv="Content-Type" content="text/html; charset=UTF-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light" />
      <title>{title}</title>
    </head>
    <body style={{ margin: 0, padding: 0, backgroundColor: colours.ground }}>
      <div data-skip-in-text="true" style={{ display: 'none', maxHeight: 0, overflow: 'hidden' }}>
        {preview}
      </div>
      <Sheet colour={colours.ground} padding="24px 12px">
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
              <td style={band}>
                <Letterhead office={office} />
              </td>
            </tr>
            <tr>
              <td style={sheet}>
                <h1 style={heading}>{title}</h1>
                {children}
              </td>
            </tr>
            <tr>
              <td style={{ padding: '16px 24px' }}>
                <p style={{ ...smallText, margin: 0 }}>
                  {office.institution}, {office.exercise}. Questions?{' '}
                  <a href={office.publicUrl + screens.contact} style={{ color: colours.green }}>
                    Contact us
                  </a>
                </p>
              </td>
            </tr>
          </tbody>
        </table>
      </Sheet>
    </body>
  </html>
)

const Sheet = ({ colour, padding, children }: { colour: string; padding: string; children: ReactNode }) => (
  <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} style={{ backgroundColor: colour }}>
    <tbody>
      <tr>
        <td style={{ padding }}>{children}</td>
      </tr>
    </tbody>
  </table>
)

/** The short name stands for the mark, because many clients show no images. */
const Letterhead = ({ office }: { office: Office }) => (
  <table role="presentation" cellPadding={0} cellSpacing={0}>
    <tbody>
      <tr>
        <td data-skip-in-text="true" style={mark}>
          {office.shortName}
        </td>
        <td style={institution}>{office.institution}</td>
      </tr>
    </tbody>
  </table>
)

const band = {
  padding: '16px 24px',
  backgroundColor: colours.green,
  borderBottom: `4px solid ${colours.gold}`,
  borderRadius: '8px 8px 0 0',
}

const sheet = {
  padding: '32px 24px 16px',
  backgroundColor: colours.paper,
  borderRadius: '0 0 8px 8px',
  border: `1px solid ${colours.hairline}`,
  borderTop: 0,
}

const heading = {
  margin: '0 0 16px',
  fontFamily: font,
  fontSize: 24,
  lineHeight: '30px',
  fontWeight: 600,
  color: colours.ink,
}

const mark = {
  padding: '6px 8px',
  border: `2px solid ${colours.gold}`,
  borderRadius: 4,
  fontFamily: font,
  fontSize: 14,
  lineHeight: '18px',
  fontWeight: 700,
  color: colours.paper,
}

const institution = {
  paddingLeft: 12,
  fontFamily: font,
  fontSize: 16,
  lineHeight: '22px',
  fontWeight: 600,
  color: colours.paper,
}
