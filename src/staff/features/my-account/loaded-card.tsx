import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/actions/button.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { describeFailure } from '../../lib/staff-call.ts'

interface Props<T> {
  title: string
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch' | 'isFetching'>
  children: (data: T) => ReactNode
}

/** A card whose contents are read from the server, with what stands there before and after a failure. */
export const LoadedCard = <T,>({ title, query: { data, error, refetch, isFetching }, children }: Props<T>) => (
  <Card title={title}>
    {data !== undefined ? (
      children(data)
    ) : error ? (
      <Banner tone="error" role="alert">
        <p>{describeFailure(error)}</p>
        <Button variant="secondary" busy={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      </Banner>
    ) : (
      <Skeleton lines={['line', 'line']} />
    )}
  </Card>
)
