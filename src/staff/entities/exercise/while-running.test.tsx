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

test('the seats of a sitting, which has an exercise of its own, are published also while an archived one is chosen', async () => {
  api.signInAs({
    roles: ['registry'],
    exercises: [{ year: 2023, title: 'Recruitment', isCurrent: true, isArchived: true }],
  })
  await visit('/publications/new?sitting=7f6de1c2-6a0e-4f0e-9a58-0c1f2d3e4b55')
  await screen.findByText('The seats of one sitting')
  expect(screen.getByRole('main').querySelector('form')).not.toBeNull()
})
