// The links of the sidebar.
import { Bell, FileText, House, Printer, Settings, Wallet } from 'lucide-react'
import type { IconComponent } from '#kit/ui/layout/icon.tsx'
import { type AppPath, paths } from '#shared/routes.ts'

export interface NavigationItem {
  label: string
  to: AppPath
  icon: IconComponent
}

export interface NavigationGroup {
  /** Null for items that belong to no group. */
  title: string | null
  items: readonly NavigationItem[]
}

export const navigationGroups: readonly NavigationGroup[] = [
  {
    title: null,
    items: [
      { label: 'Dashboard', to: paths.dashboard, icon: House },
      { label: 'Notifications', to: paths.notifications, icon: Bell },
    ],
  },
  {
    title: 'Academic',
    items: [
      { label: 'Application', to: paths.application, icon: FileText },
      { label: 'Payment', to: paths.paymentSlip, icon: Wallet },
      { label: 'Print', to: paths.prints, icon: Printer },
    ],
  },
  { title: 'Settings', items: [{ label: 'Account Setting', to: paths.settings, icon: Settings }] },
]
