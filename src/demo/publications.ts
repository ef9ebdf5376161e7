// Two publications of the demo: a shortlist that waits for its approval, and a draft of rejections.
import type { Database } from '#server/database/connection.ts'
import { publications } from '#server/database/schema/decisions/publications.ts'
import { createApprovalService } from '#server/features/publications/approval.ts'
import { createPublicationDrafts } from '#server/features/publications/drafts.ts'
import { createSelectionService } from '#server/features/selections/service.ts'
import type { DecisionKind } from '#shared/decisions/publications.ts'
import { findDemoPrincipal } from './staff.ts'

interface DemoPublication {
  kind: DecisionKind
  title: string
  decided: 'shortlisted' | 'rejected'
  emailNote: string
  isProposed: boolean
}

const demoPublications: readonly DemoPublication[] = [
  {
    kind: 'shortlist',
    title: 'Shortlist of the first screening',
    decided: 'shortlisted',
    emailNote: 'We write to you again with the day and the place of the test.',
    isProposed: true,
  },
  {
    kind: 'rejection',
    title: 'Rejections of the first screening',
    decided: 'rejected',
    emailNote: '',
    isProposed: false,
  },
]

interface PublicationDependencies {
  database: Pick<Database, 'db'>
  clock: () => Date
}

/** Adds them once. The demo's staff, applicants and their reviews must exist. */
export async function seedDemoPublications({ database, clock }: PublicationDependencies): Promise<void> {
  const { db } = database
  if ((await db.select({ id: publications.id }).from(publications).limit(1)).length > 0) return
  const by = await findDemoPrincipal(db, 'registry')
  if (!by) return
  const selections = createSelectionService({ staffDatabase: database, clock })
  const drafts = createPublicationDrafts({ staffDatabase: database, selections, clock })
  const approval = createApprovalService({ staffDatabase: database, clock })
  for (const { decided, isProposed, ...draft } of demoPublications) {
    const filter: Record<string, string> = { decided, published: 'none' }
    const { id: selection } = await selections.create(filter, by)
    const { id, version } = await drafts.make({ ...draft, selection }, by)
    if (isProposed) await approval.propose(id, version, by)
  }
}
