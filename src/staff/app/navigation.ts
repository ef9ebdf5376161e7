// The menu: what the person's roles let them open.

import {
  Award,
  Banknote,
  BookOpenText,
  CalendarClock,
  ChartColumn,
  ClipboardCheck,
  FileDown,
  FileText,
  Handshake,
  House,
  ListChecks,
  ListPlus,
  Mail,
  Megaphone,
  MessagesSquare,
  Scale,
  ScrollText,
  Settings,
  UserCog,
  UserRound,
  UserRoundX,
  Users,
  UsersRound,
} from 'lucide-react'
import type { IconComponent } from '#kit/ui/layout/icon.tsx'
import { addQuery, staffPaths } from '#shared/staff/paths.ts'

interface StaffMenuItem {
  label: string
  to: string
  icon: IconComponent
  /** Pages without an item of their own that belong to this one. */
  also?: readonly string[]
}

interface StaffMenuGroup {
  title?: string
  items: readonly StaffMenuItem[]
}

export const menuGroups: readonly StaffMenuGroup[] = [
  { items: [{ label: 'Home', to: staffPaths.home, icon: House }] },
  {
    title: 'Applicants',
    items: [
      { label: 'Applicants', to: staffPaths.applicants, icon: Users },
      { label: 'Issue accounts', to: staffPaths.imports, icon: ListPlus },
      { label: 'Complaints', to: staffPaths.complaints, icon: MessagesSquare },
    ],
  },
  {
    title: 'Selection',
    items: [
      { label: 'Applications', to: staffPaths.applications, icon: FileText },
      { label: 'Review', to: staffPaths.review, icon: ClipboardCheck },
      { label: 'Recusals', to: staffPaths.recusals, icon: UserRoundX },
      { label: 'Sittings', to: staffPaths.sittings, icon: CalendarClock, also: [staffPaths.seats] },
      { label: 'Interviews', to: staffPaths.interviews, icon: UsersRound },
      { label: 'Results', to: staffPaths.results, icon: Award },
      { label: 'Publications', to: staffPaths.publications, icon: Megaphone },
      { label: 'Offers', to: staffPaths.offers, icon: Handshake },
    ],
  },
  {
    title: 'Money',
    items: [
      { label: 'Payments', to: staffPaths.payments, icon: Banknote },
      { label: 'Money cases', to: staffPaths.cases, icon: Scale, also: [staffPaths.refunds] },
      { label: 'Reconciliation', to: staffPaths.reconciledDays, icon: ListChecks },
      { label: 'Ledger', to: staffPaths.ledger, icon: BookOpenText },
      { label: 'Revenue', to: staffPaths.revenue, icon: ChartColumn },
    ],
  },
  {
    title: 'Administration',
    items: [
      { label: 'Exports', to: staffPaths.exports, icon: FileDown },
      { label: 'Emails', to: staffPaths.emails, icon: Mail },
      { label: 'Settings', to: staffPaths.settings, icon: Settings },
      { label: 'Staff', to: staffPaths.people, icon: UserCog },
      { label: 'Audit log', to: addQuery(staffPaths.audit, { kind: 'change' }), icon: ScrollText },
      { label: 'My account', to: staffPaths.myAccount, icon: UserRound },
    ],
  },
]

export const navigation: readonly StaffMenuItem[] = menuGroups.flatMap(({ items }) => items)
