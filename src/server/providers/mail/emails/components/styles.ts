// Colours and fonts of the emails. Mail clients ignore style sheets, so every element has inline styles.
import type { CSSProperties } from 'react'

export const colours = {
  green: '#15573c',
  gold: '#c9962b',
  ink: '#1d1b18',
  muted: '#57524b',
  hairline: '#e3ded6',
  surface: '#ffffff',
  background: '#f8f6f2',
  sunken: '#f1eee8',
} as const

export const font = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Helvetica Neue', Arial, sans-serif"

export const bodyText: CSSProperties = {
  margin: '0 0 16px',
  fontFamily: font,
  fontSize: 16,
  lineHeight: '24px',
  color: colours.ink,
  // An address in a sentence would make the whole email wider than a phone.
  overflowWrap: 'anywhere',
}

export const smallText: CSSProperties = { ...bodyText, fontSize: 14, lineHeight: '20px', color: colours.muted }
