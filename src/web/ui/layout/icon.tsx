import type { LucideIcon } from 'lucide-react'

/** A drawing of the icon library, imported by its own name where it is used. */
export type Drawing = LucideIcon

const sizes = { small: 16, medium: 20, large: 24 } as const

/** Decoration beside words: screen readers skip it. */
export const Icon = ({ of: Drawing, size = 'medium' }: { of: Drawing; size?: keyof typeof sizes }) => (
  <Drawing size={sizes[size]} aria-hidden="true" focusable="false" />
)
