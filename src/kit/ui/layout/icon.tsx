import type { LucideIcon } from 'lucide-react'

/** An icon of the library, imported by name where it is used. */
export type IconComponent = LucideIcon

const sizes = { small: 16, medium: 20, large: 24 } as const

/** A decoration beside text, which the library hides from screen readers. */
export const Icon = ({ icon: Component, size = 'medium' }: { icon: IconComponent; size?: keyof typeof sizes }) => (
  <Component size={sizes[size]} focusable="false" />
)
