import { expect, test } from 'vitest'
import { readSpecialNeeds } from './seating.ts'

test('numbers of applications are read as they are typed or pasted, each once', () => {
  expect(readSpecialNeeds(' app-2024-000001\nAPP-2024-000002, APP-2024-000001;APP-2024-000003 ')).toEqual([
    'APP-2024-000001',
    'APP-2024-000002',
    'APP-2024-000003',
  ])
  expect(readSpecialNeeds(' \n')).toEqual([])
})
