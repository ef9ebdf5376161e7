// Colours and type of the mails. Mail clients know no style sheets, so every element carries its style itself.
import type { CSSProperties } from 'react'

export const colours = {
  green: '#15573c',
  gold: '#c9962b',
  ink: '#1d1b18',
  muted: '#57524b',
  hairline: '#e3ded6',
  paper: '#ffffff',
  ground: '#f8f6f2',
  sunken: '#f1eee8',
} as const

export const font = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Helvetica Neue', Arial, sans-serif"

export const text: CSSProperties = {
  margin: '0 0 16px',
  fontFamily: font,
  fontSize: 16,
  lineHeight: '24px',
  color: colours.ink,
}

export const smallText: CSSProperties = { ...text, fontSize: 14, lineHeight: '20px', color: colours.muted }
