import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ApiError } from '../http/api-error.ts'
import { QueryResult } from './query-result.tsx'

type Query = Parameters<typeof QueryResult<string>>[0]['query']

function show(changes: Partial<Query>, missing?: string) {
  const refetch = vi.fn()
  const query = { data: undefined, error: null, isFetching: false, failureCount: 0, refetch, ...changes } as Query
  render(
    <QueryResult
      query={query}
      title="The list"
      loading="Loading the list…"
      failed="The list could not be loaded"
      {...(missing && { missing })}
      back={<a href="/">Back</a>}
    >
      {(data) => <p>Read: {data}</p>}
    </QueryResult>,
  )
  return refetch
}
const listRoles = () => ['status', 'alert', 'heading', 'link', 'button'].filter((role) => screen.queryByRole(role))

test('before it is read there is a skeleton alone', () => {
  show({ isFetching: true })
  expect(listRoles()).toEqual(['status'])
  expect(screen.getByRole('status').textContent).toBe('Loading the list…')
})

test('what is read is shown alone, without a warning', () => {
  show({ data: '' })
  expect(document.body.textContent).toBe('Read: ')
})

test('what was read before stays while it cannot be read again, and the page says so', async () => {
  const refetch = show({ data: 'old', failureCount: 1 })
  expect(screen.getByText('Read: old')).toBeDefined()
  expect(screen.getByRole('status').textContent).toContain('This could not be updated')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(refetch).toHaveBeenCalledOnce()
})

test('a failure is said with its reason, and tried again', async () => {
  const refetch = show({ error: new ApiError(503, { message: 'Busy.' }) }, 'There is no such list.')
  expect(screen.getByRole('heading', { name: 'The list' })).toBeDefined()
  expect(screen.getByRole('alert').textContent).toBe('Error: The list could not be loadedBusy.Try again')
  expect(screen.queryByRole('link')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(refetch).toHaveBeenCalledOnce()
})

test('while it is tried again it is not tried once more', async () => {
  const refetch = show({ data: 'old', failureCount: 1, isFetching: true })
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(refetch).not.toHaveBeenCalled()
})

test.each([404, 400])('an address that leads to nothing (%i) is no failure, and there is a way on', (status) => {
  show({ error: new ApiError(status, { message: 'No.' }) }, 'There is no such list.')
  expect(screen.getByRole('alert').textContent).toBe('Information: There is no such list.')
  expect(listRoles()).toEqual(['alert', 'heading', 'link'])
})

test('where nothing is said of missing ones, each refusal is a failure', () => {
  show({ error: new ApiError(404, { message: 'Gone.' }) })
  expect(screen.getByRole('alert').textContent).toContain('Gone.')
  expect(screen.queryByRole('link')).toBeNull()
})
