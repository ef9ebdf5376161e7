// What the mails are made of.
import type { ReactNode } from 'react'
import { colours, font, smallText, text } from './styles.ts'

export const Paragraph = ({ children }: { children: ReactNode }) => <p style={text}>{children}</p>

export const Note = ({ children }: { children: ReactNode }) => <p style={smallText}>{children}</p>

export const Greeting = ({ name }: { name: string }) => <Paragraph>Dear {name},</Paragraph>

/** The one thing to do, as a button with its address below for clients that show no buttons. */
export const Action = ({ href, children }: { href: string; children: ReactNode }) => (
  <>
    <table role="presentation" cellPadding={0} cellSpacing={0} style={{ margin: '8px 0 16px' }}>
      <tbody>
        <tr>
          <td style={{ backgroundColor: colours.green, borderRadius: 8 }}>
            <a href={href} style={button}>
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

/** Labels and values; in the text they stand on one line each. */
export const Facts = ({ facts }: { facts: readonly (readonly [label: string, value: string])[] }) => (
  <table cellPadding={0} cellSpacing={0} width="100%" style={factsTable}>
    <tbody>
      {facts.map(([label, value]) => (
        <tr key={label} className="fact">
          <th scope="row" className="fact-part" align="left" style={factLabel}>{`${label}: `}</th>
          <td className="fact-part" style={factValue}>
            {value}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

const button = {
  display: 'inline-block',
  padding: '12px 20px',
  fontFamily: font,
  fontSize: 16,
  lineHeight: '20px',
  fontWeight: 600,
  color: colours.paper,
  textDecoration: 'none',
}

const factsTable = { margin: '8px 0 24px', backgroundColor: colours.sunken, borderRadius: 8 }
const factLabel = {
  ...text,
  width: '40%',
  padding: '10px 16px',
  verticalAlign: 'top',
  fontWeight: 400,
  color: colours.muted,
} as const
const factValue = {
  ...text,
  padding: '10px 16px',
  verticalAlign: 'top',
  fontWeight: 600,
  overflowWrap: 'anywhere',
} as const
