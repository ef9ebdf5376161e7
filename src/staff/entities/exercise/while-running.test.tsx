import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpStaffApi, visit } from '#tests/support/ui/staff-app.tsx'

const api = setUpStaffApi()

test.each([
  ['registry', '/imports/new'],
  ['registry', '/imports/applicant'],
  ['exam', '/results/import'],
  ['registry', '/publications/new'],
] as const)('in an archived exercise the %s reads so at %s in place of the form', async (role, path) => {
  api.signInAs({ roles: [role], exercises: [{ year: 2023, title: 'Recruitment', isCurrent: true, isArchived: true }] })
  await visit(path)
  await screen.findByText('This exercise is archived: it can only be read.')
  expect(screen.getByRole('main').querySelector('form')).toBeNull()
})
