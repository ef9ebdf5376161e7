// The offers of an exercise, whose export is the appointment list.
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { OfferRow } from '#shared/lists/offers.ts'
import { setUpStaffApi, visit } from '#tests/support/ui/staff-app.tsx'

const api = setUpStaffApi()

const offer: OfferRow = {
  id: '7f6de1c2-6a0e-4f0e-9a58-0c1f2d3e4b55',
  number: 'APP-2024-000083',
  name: 'Bello Aisha',
  role: 'Lecturer II',
  school: 'Technology',
  department: 'Computer Science',
  gender: 'f',
  state: 'KANO',
  offer: 'offered',
  until: '2024-12-06T18:10:00.000Z',
  offeredAt: '2024-11-26T18:10:00.000Z',
  settledAt: null,
}

test('the list says who has until when to answer, and when an offer was answered or ended', async () => {
  const accepted: OfferRow = {
    ...offer,
    id: '7f6de1c2-6a0e-4f0e-9a58-0c1f2d3e4b56',
    number: 'APP-2024-000084',
    offer: 'accepted',
    settledAt: '2024-11-28T08:00:00.000Z',
  }
  api.answer({ staffOffers: { rows: [offer, accepted], next: null, count: { value: 2, more: false } } })
  api.signInAs({ roles: ['registry'] })
  await visit('/offers')
  const table = within(await screen.findByRole('table'))
  const rows = table.getAllByRole('row').slice(1)
  const readLast = (row: HTMLElement) => within(row).getAllByRole('cell').slice(-3)
  expect(rows.map((row) => readLast(row).map(({ textContent }) => textContent))).toEqual([
    ['Offered', '6 Dec 2024, 7:10 pm', ''],
    ['Accepted', '6 Dec 2024, 7:10 pm', '28 Nov 2024, 9:00 am'],
  ])
  expect(table.getByRole('link', { name: offer.number }).getAttribute('href')).toBe(
    `/staff/applications/${offer.number}`,
  )
})
