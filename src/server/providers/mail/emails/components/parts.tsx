// Building blocks of the emails.
import type { ReactNode } from 'react'
import { bodyText, colours, font, smallText } from './styles.ts'

export const Paragraph = ({ children }: { children: ReactNode }) => <p style={bodyText}>{children}</p>

export const SmallPrint = ({ children }: { children: ReactNode }) => <p style={smallText}>{children}</p>

export const Greeting = ({ name }: { name: string }) => <Paragraph>Dear {name},</Paragraph>

/** A button, with its address below for clients that show no buttons. */
export const ActionLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <>
    <table role="presentation" cellPadding={0} cellSpacing={0} style={{ margin: '8px 0 16px' }}>
      <tbody>
        <tr>
          <td style={{ backgroundColor: colours.green, borderRadius: 8 }}>
            <a href={href} style={buttonStyle}>
              {children}
            </a>
          </td>
        </tr>
      </tbody>
    </table>
    <p data-skip-in-text="true" style={{ ...smallText, wordBreak: 'break-all' }}>
      Or open this address: <span style={{ color: colours.green }}>{href}</span>
    </p>
  </>
)

/** Labels and values; the text version has one line per fact. */
export const FactTable = ({ facts }: { facts: readonly (readonly [label: string, value: string])[] }) => (
  <table cellPadding={0} cellSpacing={0} width="100%" style={factTableStyle}>
    <tbody>
      {facts.map(([label, value]) => (
        <tr key={label} className="fact">
          <th scope="row" className="fact-part" align="left" style={factLabelStyle}>{`${label}: `}</th>
          <td className="fact-part" style={factValueStyle}>
            {value}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

const buttonStyle = {
  display: 'inline-block',
  padding: '12px 20px',
  fontFamily: font,
  fontSize: 16,
  lineHeight: '20px',
  fontWeight: 600,
  color: colours.surface,
  textDecoration: 'none',
}

// Of fixed columns: otherwise the long words of one break for room that the other does not need.
const factTableStyle = {
  margin: '8px 0 24px',
  tableLayout: 'fixed',
  backgroundColor: colours.sunken,
  borderRadius: 8,
} as const
const factLabelStyle = {
  ...smallText,
  width: '40%',
  padding: '10px 0 10px 12px',
  lineHeight: '24px',
  verticalAlign: 'top',
  fontWeight: 400,
} as const
const factValueStyle = {
  ...bodyText,
  padding: '10px 8px',
  verticalAlign: 'top',
  fontWeight: 600,
} as const
