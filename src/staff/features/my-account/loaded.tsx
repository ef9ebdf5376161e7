import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { describeFailure } from '#kit/http/api-error.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { Skeleton } from '#kit/ui/feedback/skeleton.tsx'

interface Props<T> {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch' | 'isFetching'>
  children: (data: T) => ReactNode
}

/** What is read from the server, with what stands there before it and after a failure. */
export function Loaded<T>({ query: { data, error, refetch, isFetching }, children }: Props<T>) {
  if (data !== undefined) return children(data)
  if (!error) return <Skeleton lines={['line', 'line']} />
  return (
    <Banner tone="error" role="alert">
      <p>{describeFailure(error)}</p>
      <Button variant="secondary" busy={isFetching} onClick={() => void refetch()}>
        Try again
      </Button>
    </Banner>
  )
}
