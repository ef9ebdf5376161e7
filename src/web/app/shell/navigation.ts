// What the sidebar leads to (specification, section 2).
import { FileText, House, Printer, Settings, Wallet } from 'lucide-react'
import { type Screen, screens } from '#shared/routes.ts'
import type { Drawing } from '#web/ui/layout/icon.tsx'

export interface Destination {
  words: string
  to: Screen
  icon: Drawing
}

export interface Group {
  /** None for what belongs to no group. */
  title: string | null
  destinations: readonly Destination[]
}

export const groups: readonly Group[] = [
  { title: null, destinations: [{ words: 'Dashboard', to: screens.dashboard, icon: House }] },
  {
    title: 'Academic',
    destinations: [
      { words: 'Application', to: screens.application, icon: FileText },
      { words: 'Payment', to: screens.paymentSlip, icon: Wallet },
      { words: 'Print', to: screens.prints, icon: Printer },
    ],
  },
  { title: 'Settings', destinations: [{ words: 'Account Setting', to: screens.settings, icon: Settings }] },
]
