import { staffRoleLabels } from '#shared/staff/permissions.ts'
import { Card } from '#web/ui/layout/card.tsx'
import { FactList } from '#web/ui/layout/fact-list.tsx'
import { PageTitle } from '#web/ui/layout/page-title.tsx'
import { useMe } from '../../lib/staff-session.ts'

export function Component() {
  const { name, roles, exercises } = useMe()
  const current = exercises.find(({ isCurrent }) => isCurrent) ?? exercises[0]
  return (
    <>
      <PageTitle>Welcome, {name}</PageTitle>
      <Card title="Your work here">
        <FactList
          facts={[
            ['Roles', [...new Set(roles.map(({ role }) => staffRoleLabels[role]))].join(', ')],
            ['Exercise', current ? `${current.title} ${current.year}` : 'None yet'],
          ]}
        />
      </Card>
    </>
  )
}
