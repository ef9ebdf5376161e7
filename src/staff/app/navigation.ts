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
}

export const navigation: readonly StaffMenuItem[] = [
  { label: 'Home', to: staffPaths.home, icon: House },
  { label: 'Applicants', to: staffPaths.applicants, icon: Users },
  { label: 'Applications', to: staffPaths.applications, icon: FileText },
  { label: 'Review', to: staffPaths.review, icon: ClipboardCheck },
  { label: 'Recusals', to: staffPaths.recusals, icon: UserRoundX },
  { label: 'Sittings', to: staffPaths.sittings, icon: CalendarClock },
  { label: 'Interviews', to: staffPaths.interviews, icon: UsersRound },
  { label: 'Results', to: staffPaths.results, icon: Award },
  { label: 'Publications', to: staffPaths.publications, icon: Megaphone },
  { label: 'Offers', to: staffPaths.offers, icon: Handshake },
  { label: 'Payments', to: staffPaths.payments, icon: Banknote },
  { label: 'Money cases', to: staffPaths.cases, icon: Scale },
  { label: 'Reconciliation', to: staffPaths.reconciledDays, icon: ListChecks },
  { label: 'Ledger', to: staffPaths.ledger, icon: BookOpenText },
  { label: 'Revenue', to: staffPaths.revenue, icon: ChartColumn },
  { label: 'Complaints', to: staffPaths.complaints, icon: MessagesSquare },
  { label: 'Issue accounts', to: staffPaths.imports, icon: ListPlus },
  { label: 'Exports', to: staffPaths.exports, icon: FileDown },
  { label: 'Emails', to: staffPaths.emails, icon: Mail },
  { label: 'Settings', to: staffPaths.settings, icon: Settings },
  { label: 'Staff', to: staffPaths.people, icon: UserCog },
  { label: 'Audit log', to: addQuery(staffPaths.audit, { kind: 'change' }), icon: ScrollText },
  { label: 'My account', to: staffPaths.myAccount, icon: UserRound },
]
